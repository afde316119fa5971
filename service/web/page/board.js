// The picture of the board: the drawing that the gateway made, cut to the board, with what changed marked on it.

const SVG = "http://www.w3.org/2000/svg";
const AROUND = 12;
const SMALLEST = 17;
const LARGEST = 46;

const WHAT_MOVED = { alexander_moved: "[data-alexander]", pyramid_block_placed: "[data-pyramid]" };

const element = (name, attributes) => {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  return made;
};

/** Draws a picture into its place, the legend into its own, and marks what the events are about. */
export function drawBoard(picture, board, legend, events) {
  const parsed = new DOMParser().parseFromString(picture, "image/svg+xml").documentElement;
  const drawing = document.importNode(parsed, true);
  drawing.removeAttribute("width");
  drawing.removeAttribute("height");
  drawing.querySelector(":scope > rect")?.remove();
  drawing.querySelector("#panel")?.remove();
  const explained = drawing.querySelector("#legend");
  explained?.remove();
  board.replaceChildren(drawing);
  fit(drawing, drawing.querySelector("#board"));
  drawing.append(marks(drawing, events));
  legend.querySelector("svg")?.remove();
  if (explained?.childElementCount) {
    const aside = element("svg", { "aria-hidden": "true", "font-family": drawing.getAttribute("font-family") });
    aside.append(explained);
    legend.append(aside);
    const fitted = () => legend.open && fit(aside, explained);
    legend.ontoggle = fitted;
    fitted();
  }
}

/** Cuts a drawing to one of its parts. */
function fit(drawing, part) {
  const { x, y, width, height } = part.getBBox();
  drawing.setAttribute("viewBox", `${x - AROUND} ${y - AROUND} ${width + 2 * AROUND} ${height + 2 * AROUND}`);
}

function marks(drawing, events) {
  const group = element("g", { class: "marks", "aria-hidden": "true" });
  for (const found of new Set(events.flatMap((event) => aboutWhat(drawing, event)))) {
    const { x, y, r } = whereIs(drawing, found);
    group.append(element("circle", { class: "under", cx: x, cy: y, r }), element("circle", { cx: x, cy: y, r }));
  }
  return group;
}

/** Finds what of the drawing an event is about. */
function aboutWhat(drawing, event) {
  const found = event.places.map(([kind, number]) => {
    const at = (...names) => names.map((name) => `[data-${name}="${number}"]`).join();
    return (
      drawing.querySelector(`[data-piece][data-${kind}="${number}"]`) ??
      (event.kind === "robber_moved" ? drawing.querySelector(at("robber")) : null) ??
      drawing.querySelector(kind === "intersection" ? at("intersection", "event", "crossed") : at(kind))
    );
  });
  if (event.kind in WHAT_MOVED) found.push(drawing.querySelector(WHAT_MOVED[event.kind]));
  return found.filter(Boolean);
}

/** Says where a part of a drawing lies, as a circle round it. */
function whereIs(drawing, part) {
  const { x, y, width, height } = part.getBBox();
  const matrix = drawing.getScreenCTM().inverse().multiply(part.getScreenCTM());
  const middle = new DOMPoint(x + width / 2, y + height / 2).matrixTransform(matrix);
  const size = (Math.max(width, height) / 2) * Math.hypot(matrix.a, matrix.b) + 5;
  return { x: middle.x, y: middle.y, r: Math.min(LARGEST, Math.max(SMALLEST, size)) };
}
