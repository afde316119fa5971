// The lattice of places that board.proto describes: how intersections and paths round some hexes are numbered.

const CORNERS = [[0, -2], [1, -1], [1, 1], [0, 2], [-1, 1], [-1, -1]];

type Place = readonly [x: number, y: number];

/** The intersections (x, y) and the paths (from one, to another), each from north to south and west to east. */
export function lattice(tiles: readonly { x: number; y: number }[]): { intersections: Place[]; paths: Place[] } {
  const rings = tiles.map(({ x, y }) => CORNERS.map(([dx, dy]): Place => [x + dx, y + dy]));
  const intersections = [...new Map(rings.flat().map((place) => [String(place), place])).values()].sort(southThenEast);
  const numbers = new Map(intersections.map((place, n) => [String(place), n]));
  const ends = new Map<string, Place>();
  for (const ring of rings) {
    ring.forEach((corner, n) => {
      const pair = [corner, ring[(n + 1) % 6]].map((place) => numbers.get(String(place))!).sort((a, b) => a - b);
      ends.set(String(pair), [pair[0], pair[1]]);
    });
  }
  const middle = ([a, b]: Place): Place => {
    const [one, other] = [intersections[a], intersections[b]];
    return [one[0] + other[0], one[1] + other[1]];
  };
  return { intersections, paths: [...ends.values()].sort((one, other) => southThenEast(middle(one), middle(other))) };
}

function southThenEast(a: Place, b: Place): number {
  return a[1] - b[1] || a[0] - b[0];
}
