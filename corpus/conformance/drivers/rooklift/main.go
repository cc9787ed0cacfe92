// rooklift/sgf (Go) as a program of the suite: build it with `go build`, and run `rooklift LEVEL FILE`.
package main

import (
	"encoding/json"
	"fmt"
	"os"
	"strings"

	"github.com/rooklift/sgf"
)

// The version of the library, a commit: it has no releases.
const version = "2023-05"

func main() {
	level := os.Args[1]
	if level == "version" {
		print(map[string]any{"program": "rooklift/sgf", "version": version, "levels": []string{"tree", "write"}, "formats": []string{"sgf"}})
		return
	}
	path := os.Args[2]
	if !strings.HasSuffix(path, ".sgf") || (level != "tree" && level != "write") {
		print(map[string]bool{"unsupported": true})
		return
	}
	source, err := os.ReadFile(path)
	if err != nil {
		panic(err)
	}
	roots, err := sgf.LoadCollectionSGF(string(source))
	if err != nil {
		print(map[string]string{"refused": err.Error()})
		return
	}
	if level == "write" {
		for _, root := range roots {
			fmt.Print(root.SGF())
		}
		return
	}
	games := []any{}
	for _, root := range roots {
		games = append(games, map[string]any{"nodes": nodes(root)})
	}
	// The library removes escapes.
	print(map[string]any{"games": games, "escapes": "removed"})
}

type visit struct {
	node   *sgf.Node
	parent *int
}

func nodes(root *sgf.Node) []any {
	out := []any{}
	todo := []visit{{root, nil}}
	for len(todo) > 0 {
		next := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		properties := [][]any{}
		for _, key := range next.node.AllKeys() {
			properties = append(properties, []any{key, next.node.AllValues(key)})
		}
		index := len(out)
		out = append(out, map[string]any{"parent": next.parent, "properties": properties})
		children := next.node.Children()
		for i := len(children) - 1; i >= 0; i-- {
			todo = append(todo, visit{children[i], &index})
		}
	}
	return out
}

func print(value any) {
	text, err := json.Marshal(value)
	if err != nil {
		panic(err)
	}
	fmt.Println(string(text))
}
