"use strict";
addEventListener("DOMContentLoaded", () => {
  if (!window.L) return; // without a network, the picture stays
  const data = JSON.parse(document.getElementById("data").textContent), place = document.getElementById("tiles");
  function link(part) {
    const anchor = document.createElement("a");
    anchor.textContent = part[0];
    anchor.href = part[1];
    anchor.rel = "noopener noreferrer";
    return anchor.outerHTML;
  }
  place.className = "on";
  const map = L.map(place), all = L.featureGroup().addTo(map);
  const parts = data.attribution.map(link).join(" | ");
  L.tileLayer(data.url, {maxZoom: data.maxZoom, attribution: parts, referrerPolicy: "origin"}).addTo(map);
  const layers = {};
  for (const line of data.lines) {
    const layer = L.featureGroup();
    L.polyline(line.stops.map(stop => stop.at), {color: line.hue, weight: 4}).addTo(layer);
    for (const stop of line.stops) {
      const text = document.createElement("span");
      text.textContent = stop.title;
      const looks = {radius: 5, color: line.hue, weight: 2, fillColor: "#fff", fillOpacity: 1};
      L.circleMarker(stop.at, looks).bindTooltip(text).addTo(layer);
    }
    const name = document.createElement("span");
    name.textContent = line.title;
    layers[name.innerHTML] = layer;
    layer.addTo(all);
    layer.addTo(map);
  }
  L.control.layers(null, layers, {collapsed: false}).addTo(map);
  L.control.scale({imperial: false}).addTo(map);
  map.fitBounds(all.getBounds(), {padding: [30, 30]});
});
