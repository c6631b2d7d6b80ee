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
	mostMethods  = 40 // declared on one type
	mostFiles    = 25 // of the product in one folder
	mostLines    = 400
	mostFunction = 60 // lines of its body
)

// house is what was counted: methods by type, files by folder, lines by file and by function.
type house struct{ methods, files, lines, functions map[string]int }

func TestHouse_NoPlaceHoldsTooMuch(t *testing.T) {
	counted := house{map[string]int{}, map[string]int{}, map[string]int{}, map[string]int{}}
	require.NoError(t, filepath.WalkDir("..", func(path string, entry fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case entry.IsDir() && slices.Contains([]string{".git", "web", "bin", "testdata", "workflowtest"}, entry.Name()):
			return fs.SkipDir
		case strings.HasSuffix(path, ".go") && !strings.HasSuffix(path, "_test.go"):
			counted.take(t, path)
		}
		return nil
	}))
	require.Greater(t, len(counted.methods), 100)
	found := slices.Concat(
		over(counted.methods, mostMethods), over(counted.files, mostFiles), over(counted.lines, mostLines), over(counted.functions, mostFunction),
	)
	require.ElementsMatch(t, beingSplit, found, "split what is too large by concern; what is small enough by now leaves beingSplit")
}

// over lists what holds too much.
func over(counted map[string]int, most int) (found []string) {
	for name, count := range counted {
		if count > most {
			found = append(found, name)
		}
	}
	return found
}

// beingSplit is what is too large still. It only shrinks.
var beingSplit = []string{}

func (h house) take(t *testing.T, path string) {
	t.Helper()
	files := token.NewFileSet()
	file, err := parser.ParseFile(files, path, nil, parser.ParseComments)
	require.NoError(t, err)
	if ast.IsGenerated(file) {
		return
	}
	folder := filepath.Dir(path)
	h.files[folder]++
	h.lines[path] = files.Position(file.FileEnd).Line - 1
	for _, declared := range file.Decls {
		function, ok := declared.(*ast.FuncDecl)
		if !ok {
			continue
		}
		of := ""
		if function.Recv != nil {
			of = receiver(function.Recv.List[0].Type) + "."
			h.methods[folder+"."+strings.TrimSuffix(of, ".")]++
		}
		if function.Body != nil {
			h.functions[path+" "+of+function.Name.Name] = files.Position(function.Body.Rbrace).Line - files.Position(function.Body.Lbrace).Line - 1
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
