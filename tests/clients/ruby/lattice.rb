# The lattice of places that board.proto describes: how intersections and paths round some hexes are numbered.

CORNERS = [[0, -2], [1, -1], [1, 1], [0, 2], [-1, 1], [-1, -1]].freeze

# The intersections (x, y) and the paths (from intersection, to intersection), each from north to south, west to east.
def lattice(tiles)
  rings = tiles.map { |tile| CORNERS.map { |dx, dy| [tile.x + dx, tile.y + dy] } }
  intersections = rings.flatten(1).uniq.sort_by(&:reverse)
  number = intersections.each_with_index.to_h
  paths = rings.flat_map { |ring| ring.zip(ring.rotate).map { |pair| pair.map(&number).sort } }.uniq
  middle = ->(pair) { intersections.values_at(*pair).transpose.map(&:sum).reverse }
  [intersections, paths.sort_by(&middle)]
end
