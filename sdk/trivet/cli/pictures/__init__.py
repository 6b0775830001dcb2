"""Pictures that stand alone: charts and maps as SVG, which needs no package, and as PNG by matplotlib."""
