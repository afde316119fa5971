// A whole client: it folds recorded games, and plays games of its own by what is listed, folding what it is sent.
//
//	client fold FILE...                                   # files that tests/clients/recording.py made
//	client play ADDRESS LUCK COMMANDS SCENARIO/SEATS...   # on a server
//
// It prints a line for each file or game, and fails at the first view that is not the one that the service gives.
package main

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"context"
	"encoding/json"
	"fmt"
	"log"
	"math/rand"
	"os"
	"strconv"
	"strings"

	"google.golang.org/grpc"
	"google.golang.org/protobuf/encoding/protojson"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"

	pb "settlers/v1"
)

// derived is what no event says: part of the view and field.
var derived = map[protoreflect.Name]protoreflect.Name{"harbors": "uses", "pyramid": "ways", "march": "protected"}

// compare holds a folded view against the service's, part by part, but for what no event tells.
func compare(folded, shown *pb.GameView, where string) error {
	mine, theirs := folded.ProtoReflect(), shown.ProtoReflect()
	fields := mine.Descriptor().Fields()
	for n := 0; n < fields.Len(); n++ {
		part := fields.Get(n)
		if part.Message() == nil || !mine.Has(part) && !theirs.Has(part) {
			continue
		}
		bare := theirs.Get(part).Message()
		if field, found := derived[part.Name()]; found && theirs.Has(part) {
			bare = proto.Clone(bare.Interface()).ProtoReflect()
			bare.Clear(bare.Descriptor().Fields().ByName(field))
		}
		if mine.Has(part) != theirs.Has(part) || !proto.Equal(mine.Get(part).Message().Interface(), bare.Interface()) {
			return fmt.Errorf("%s, %s: folded\n%v\nshown\n%v", where, part.Name(), mine.Get(part), bare)
		}
	}
	return nil
}

// fold folds a recorded game, and holds each view against the recorded one, where there is one; it gives the number of
// events.
func fold(file string) (uint64, error) {
	opened, err := os.Open(file)
	if err != nil {
		return 0, err
	}
	defer opened.Close()
	unpacked, err := gzip.NewReader(opened)
	if err != nil {
		return 0, err
	}
	lines := bufio.NewScanner(unpacked)
	lines.Buffer(nil, 1<<24)
	viewer, shown := &pb.Viewer{}, &pb.GameView{}
	var client *Client
	for lines.Scan() {
		var line struct{ Viewer, Event, View json.RawMessage }
		if err := json.Unmarshal(lines.Bytes(), &line); err != nil {
			return 0, err
		}
		if client == nil {
			if err := protojson.Unmarshal(line.Viewer, viewer); err != nil {
				return 0, err
			}
			client = NewClient("", viewer)
			continue
		}
		changed, event := &pb.GameView{}, &pb.RecordedEvent{}
		if err := protojson.Unmarshal(line.Event, event); err != nil {
			return 0, err
		}
		if err := client.Apply(event); err != nil {
			return 0, err
		}
		if line.View == nil {
			continue
		}
		if err := protojson.Unmarshal(line.View, changed); err != nil {
			return 0, err
		}
		changed.ProtoReflect().Range(func(part protoreflect.FieldDescriptor, value protoreflect.Value) bool {
			shown.ProtoReflect().Set(part, value)
			return true
		})
		if err := compare(client.View, shown, fmt.Sprintf("%s, version %d", file, event.Version)); err != nil {
			return 0, err
		}
	}
	return client.View.Version, lines.Err()
}

// fill makes a command with the least that is within the bounds of a choice.
func fill(choice *pb.Choice) (*pb.Command, error) {
	body := map[string]interface{}{}
	for _, number := range choice.Numbers {
		body[number.Field] = number.Least
	}
	for _, bounds := range choice.Cards {
		taken, left := map[string]uint64{}, uint64(bounds.Least)
		bounds.Each.ProtoReflect().Range(func(good protoreflect.FieldDescriptor, most protoreflect.Value) bool {
			n := most.Uint()
			if n > left {
				n = left
			}
			taken[string(good.Name())] = n
			left -= n
			return left > 0
		})
		body[bounds.Field] = taken
	}
	name := strings.ToLower(choice.Command[:1]) + choice.Command[1:]
	text, err := json.Marshal(map[string]interface{}{name: body})
	if err != nil {
		return nil, err
	}
	command := &pb.Command{}
	return command, protojson.Unmarshal(text, command)
}

// A game that all seats play by luck; the client sees it with the eyes of seat 1.
type game struct {
	luck    *rand.Rand
	service pb.GameServiceClient
	client  *Client
	stream  pb.GameService_WatchGameClient
}

func start(ctx context.Context, service pb.GameServiceClient, luck int64, asked string) (*game, error) {
	scenario, seats, _ := strings.Cut(asked, "/")
	seed := bytes.Repeat([]byte{byte(luck)}, 32)
	request := &pb.CreateGameRequest{Scenario: scenario, Seats: uint32(number(seats)), Seed: seed}
	created, err := service.CreateGame(ctx, request)
	if err != nil {
		return nil, err
	}
	viewer := &pb.Viewer{Role: pb.ViewerRole_VIEWER_ROLE_SEAT, Seat: 1}
	stream, err := service.WatchGame(ctx, &pb.WatchGameRequest{GameId: created.GameId, Viewer: viewer})
	if err != nil {
		return nil, err
	}
	g := &game{rand.New(rand.NewSource(luck)), service, NewClient(created.GameId, viewer), stream}
	return g, g.keepUp(created.Version)
}

// keepUp folds what comes until a version is reached.
func (g *game) keepUp(version uint64) error {
	for g.client.View.Version < version {
		frame, err := g.stream.Recv()
		if err != nil {
			return err
		}
		for _, event := range frame.GetEvents().GetEvents() {
			if err := g.client.Apply(event); err != nil {
				return err
			}
		}
	}
	return nil
}

// move lets a seat that is asked do one of the things that it may do.
func (g *game) move(ctx context.Context) error {
	view := g.client.View
	demands := view.Turn.Prompts[len(view.Turn.Prompts)-1].Demands
	seat := demands[g.luck.Intn(len(demands))].Seat
	legal, err := g.service.ListLegalCommands(ctx, &pb.ListLegalCommandsRequest{GameId: view.GameId, Seat: seat})
	if err != nil {
		return err
	}
	commands := legal.Commands
	for _, choice := range legal.Choices {
		// Offers of trade concern other seats; this client makes none, and only answers them.
		if len(choice.To) == 0 && choice.Offer == 0 {
			command, err := fill(choice)
			if err != nil {
				return err
			}
			commands = append(commands, command)
		}
	}
	request := &pb.ExecuteCommandRequest{GameId: view.GameId, Seat: seat, Command: commands[g.luck.Intn(len(commands))],
		ExpectedVersion: proto.Uint64(view.Version)}
	played, err := g.service.ExecuteCommand(ctx, request)
	if err != nil {
		return err
	}
	return g.keepUp(played.Version)
}

// play plays a game, to its end or so many commands, and holds the folded view against the one that the service gives.
func play(service pb.GameServiceClient, luck int64, commands int64, asked string) (*pb.GameView, error) {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	g, err := start(ctx, service, luck, asked)
	if err != nil {
		return nil, err
	}
	view := g.client.View
	for n := int64(0); n < commands && !view.Turn.Over; n++ {
		if err := g.move(ctx); err != nil {
			return nil, err
		}
	}
	request := &pb.GetGameRequest{GameId: view.GameId, Viewer: g.client.viewer, Version: proto.Uint64(view.Version)}
	shown, err := service.GetGame(ctx, request)
	if err != nil {
		return nil, err
	}
	return view, compare(view, shown.View, view.GameId)
}

func number(text string) int64 {
	n, err := strconv.ParseInt(text, 10, 32)
	if err != nil {
		log.Fatal(err)
	}
	return n
}

func main() {
	log.SetFlags(0)
	if len(os.Args) < 3 {
		log.Fatal("fold FILE... | play ADDRESS LUCK COMMANDS SCENARIO/SEATS...")
	}
	if os.Args[1] == "fold" {
		for _, file := range os.Args[2:] {
			events, err := fold(file)
			if err != nil {
				log.Fatal(err)
			}
			fmt.Printf("folded %d events of %s\n", events, file)
		}
		return
	}
	connection, err := grpc.Dial(os.Args[2], grpc.WithInsecure())
	if err != nil {
		log.Fatal(err)
	}
	defer connection.Close()
	for _, asked := range os.Args[5:] {
		service := pb.NewGameServiceClient(connection)
		view, err := play(service, number(os.Args[3]), number(os.Args[4]), asked)
		if err != nil {
			log.Fatal(err)
		}
		fmt.Printf("played %s to version %d, game %s\n", asked, view.Version, view.GameId)
	}
}
