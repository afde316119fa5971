import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import settlers.v1.HexTile;

/** The lattice of places that board.proto describes: how intersections and paths round some hexes are numbered. */
final class Lattice {
  /** A place, or the two ends of a path. */
  record Pair(int a, int b) {}

  private static final int[][] CORNERS = {{0, -2}, {1, -1}, {1, 1}, {0, 2}, {-1, 1}, {-1, -1}};
  private static final Comparator<Pair> SOUTH_THEN_EAST = Comparator.comparing(Pair::b).thenComparing(Pair::a);

  /** The intersections (x, y), from north to south and west to east. */
  final List<Pair> intersections;
  /** The paths (from intersection, to intersection), from north to south and west to east by their middles. */
  final List<Pair> paths;

  Lattice(List<HexTile> tiles) {
    TreeSet<Pair> places = new TreeSet<>(SOUTH_THEN_EAST);
    tiles.forEach(tile -> places.addAll(ring(tile)));
    intersections = new ArrayList<>(places);
    Map<Pair, Integer> numbers = new HashMap<>();
    for (int n = 0; n < intersections.size(); n++) numbers.put(intersections.get(n), n);
    TreeSet<Pair> ends = new TreeSet<>(Comparator.comparing(this::middle, SOUTH_THEN_EAST));
    for (HexTile tile : tiles) {
      List<Pair> ring = ring(tile);
      for (int n = 0; n < 6; n++) {
        int a = numbers.get(ring.get(n));
        int b = numbers.get(ring.get((n + 1) % 6));
        ends.add(new Pair(Math.min(a, b), Math.max(a, b)));
      }
    }
    paths = new ArrayList<>(ends);
  }

  private static List<Pair> ring(HexTile tile) {
    List<Pair> ring = new ArrayList<>();
    for (int[] corner : CORNERS) ring.add(new Pair(tile.getX() + corner[0], tile.getY() + corner[1]));
    return ring;
  }

  private Pair middle(Pair ends) {
    Pair one = intersections.get(ends.a());
    Pair other = intersections.get(ends.b());
    return new Pair(one.a() + other.a(), one.b() + other.b());
  }
}
