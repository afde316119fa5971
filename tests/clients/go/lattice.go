// The lattice of places that board.proto describes: how intersections and paths round some hexes are numbered.
package main

import (
	"sort"

	pb "settlers/v1"
)

type pair [2]int

var corners = []pair{{0, -2}, {1, -1}, {1, 1}, {0, 2}, {-1, 1}, {-1, -1}}

// lattice gives the intersections (x, y) and the paths (from intersection, to intersection), each from north to south
// and west to east.
func lattice(tiles []*pb.HexTile) (intersections, paths []pair) {
	number, seen := map[pair]int{}, map[pair]bool{}
	corner := func(tile *pb.HexTile, n int) pair {
		offset := corners[n%len(corners)]
		return pair{int(tile.X) + offset[0], int(tile.Y) + offset[1]}
	}
	for _, tile := range tiles {
		for n := range corners {
			if place := corner(tile, n); !seen[place] {
				seen[place] = true
				intersections = append(intersections, place)
			}
		}
	}
	sort.Slice(intersections, func(i, j int) bool { return before(intersections[i], intersections[j]) })
	for n, place := range intersections {
		number[place] = n
	}
	joined := map[pair]bool{}
	for _, tile := range tiles {
		for n := range corners {
			ends := pair{number[corner(tile, n)], number[corner(tile, n+1)]}
			if ends[0] > ends[1] {
				ends[0], ends[1] = ends[1], ends[0]
			}
			if !joined[ends] {
				joined[ends] = true
				paths = append(paths, ends)
			}
		}
	}
	middle := func(ends pair) pair {
		a, b := intersections[ends[0]], intersections[ends[1]]
		return pair{a[0] + b[0], a[1] + b[1]}
	}
	sort.Slice(paths, func(i, j int) bool { return before(middle(paths[i]), middle(paths[j])) })
	return intersections, paths
}

// before tells whether a place lies north of another, or as far north and west of it.
func before(a, b pair) bool {
	return a[1] < b[1] || a[1] == b[1] && a[0] < b[0]
}
