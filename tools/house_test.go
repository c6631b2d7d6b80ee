package tools_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// How much one place may hold before it is split.
const (
	mostMethods = 40 // declared on one type
	mostFiles   = 25 // of the product in one folder
)

// house is what was counted: methods by type, and files by folder.
type house struct{ methods, files map[string]int }

func TestHouse_NoTypeAndNoFolderHoldsTooMuch(t *testing.T) {
	counted := house{map[string]int{}, map[string]int{}}
	require.NoError(t, filepath.WalkDir("..", func(path string, entry fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case entry.IsDir() && slices.Contains([]string{".git", "web", "bin", "testdata"}, entry.Name()):
			return fs.SkipDir
		case strings.HasSuffix(path, ".go") && !strings.HasSuffix(path, "_test.go"):
			counted.take(t, path)
		}
		return nil
	}))
	require.Greater(t, len(counted.methods), 100)
	require.Empty(t, over(counted.methods, mostMethods), "types with too many methods: split them by concern")
	require.Empty(t, over(counted.files, mostFiles), "folders with too many files: give each concern a folder")
}

// over lists what holds too much.
func over(counted map[string]int, most int) (found []string) {
	for name, count := range counted {
		if count > most && !slices.Contains(beingSplit, name) {
			found = append(found, name)
		}
	}
	return found
}

// beingSplit are the folders and types that are not there yet.
var beingSplit = []string{
	"../dev/bench.Bench", "../dev/simulator.Simulator", "../workflows",
}

func (h house) take(t *testing.T, path string) {
	t.Helper()
	file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.ParseComments)
	require.NoError(t, err)
	if ast.IsGenerated(file) {
		return
	}
	folder := filepath.Dir(path)
	h.files[folder]++
	for _, declared := range file.Decls {
		if function, ok := declared.(*ast.FuncDecl); ok && function.Recv != nil {
			h.methods[folder+"."+receiver(function.Recv.List[0].Type)]++
		}
	}
}

// receiver is the name of the type a method is declared on.
func receiver(of ast.Expr) string {
	switch e := of.(type) {
	case *ast.StarExpr:
		return receiver(e.X)
	case *ast.IndexExpr:
		return receiver(e.X)
	case *ast.IndexListExpr:
		return receiver(e.X)
	case *ast.Ident:
		return e.Name
	default:
		return ""
	}
}
