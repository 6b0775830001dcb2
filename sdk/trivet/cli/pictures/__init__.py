"""Pictures that stand alone: charts, drawn by matplotlib, and maps, as SVG or PNG."""
