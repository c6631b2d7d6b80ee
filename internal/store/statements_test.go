package store_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// Limits of the three paths to the database. A change may only move them towards their goals: builder at least 200, raw at most
// 200, past bun at most 30.
const (
	leastBuilder = 518
	mostRaw      = 116
	mostHot      = 30
)

// The statements past bun are in one file, and the calls of the driver in another file of its folder.
const (
	hotTexts = "internal/store/hot/statements.go"
	hotCalls = "internal/store/hot/run.go"
	rawFile  = "raw.go"
)

// statements counts the statements of a package by their path to the database.
type statements struct {
	builder int // bun's builder; a statement within another one does not count
	raw     int // SQL text through bun
	past    int // calls past bun's formatting, to the driver
	hot     int // statements with the driver's parameters
	dollar  int // texts with the driver's parameters, $1 and so on
}

func (s *statements) add(t statements) {
	s.builder, s.raw, s.past, s.hot, s.dollar = s.builder+t.builder, s.raw+t.raw, s.past+t.past, s.hot+t.hot, s.dollar+t.dollar
}

var (
	builders  = []string{"NewSelect", "NewInsert", "NewUpdate", "NewDelete", "NewMerge", "NewValues"}
	pastBun   = []string{"Direct", "ExecContext", "QueryContext", "QueryRowContext"}
	parameter = regexp.MustCompile(`\$(\[?[0-9]|%)`)
)

// countStatements counts the statements of a file.
func countStatements(file *ast.File, isStore bool) (found statements) {
	count := func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.SelectorExpr:
			switch {
			case n.Sel.Name == "NewRaw":
				found.raw++
			case slices.Contains(pastBun, n.Sel.Name):
				found.past++
			case slices.Contains(builders, n.Sel.Name):
				found.builder++
			}
		case *ast.CompositeLit:
			if kind, is := n.Type.(*ast.Ident); is && kind.Name == "Statement" {
				found.hot++
			}
		case *ast.BasicLit:
			if n.Kind == token.STRING && parameter.MatchString(n.Value) && isStore {
				found.dollar++
			}
		}
		return true
	}
	ast.Inspect(file, count)
	found.builder -= countNested(file)
	return found
}

// countNested counts the builders that are arguments of another one.
func countNested(file *ast.File) (nested int) {
	isBuilder := func(n ast.Node) (found int) {
		ast.Inspect(n, func(n ast.Node) bool {
			if selector, is := n.(*ast.SelectorExpr); is && slices.Contains(builders, selector.Sel.Name) {
				found++
			}
			_, isFunction := n.(*ast.FuncLit)
			return !isFunction
		})
		return found
	}
	ast.Inspect(file, func(n ast.Node) bool {
		call, is := n.(*ast.CallExpr)
		if !is || isBuilder(call.Fun) == 0 {
			return true
		}
		for _, arg := range call.Args {
			nested += isBuilder(arg)
		}
		return true
	})
	return nested
}

// Every statement has one of three paths to the database; the builder is the usual one.
func TestStatements_Paths_KeepLimits(t *testing.T) {
	var all statements
	packages := map[string]*statements{}
	for _, root := range []string{"../../internal", "../../activities", "../../api", "../../cmd", "../../worker", "../../workflows"} {
		require.NoError(t, filepath.WalkDir(root, func(path string, entry fs.DirEntry, err error) error {
			if err != nil || entry.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") || strings.Contains(path, "test/") {
				return err
			}
			file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.SkipObjectResolution)
			if err != nil {
				return err
			}
			folder := filepath.Dir(path)
			if packages[folder] == nil {
				packages[folder] = &statements{}
			}
			one := countStatements(file, strings.Contains(path, "internal/store/"))
			if !strings.HasSuffix(path, hotTexts) {
				require.Zero(t, one.hot+one.dollar, "%s: statements with $1 belong into %s, with their gain; others go through bun, with ?", path, hotTexts)
			}
			if strings.Contains(path, "internal/store/") && filepath.Base(path) != rawFile {
				require.Zero(t, one.raw, "%s: raw statements of a noun belong into its %s, each with the reason", path, rawFile)
			}
			if !strings.HasSuffix(path, hotCalls) {
				require.Zero(t, one.past, "%s: go through bun's builder, or NewRaw", path)
			}
			packages[folder].add(one)
			all.add(one)
			return nil
		}))
	}
	for folder, s := range packages {
		if *s != (statements{}) {
			t.Logf("%-40s builder %3d, raw %3d, hot %3d", strings.TrimPrefix(folder, "../../"), s.builder, s.raw, s.hot)
		}
	}
	t.Logf("all: %+v", all)
	require.GreaterOrEqual(t, all.builder, leastBuilder)
	require.LessOrEqual(t, all.raw, mostRaw)
	require.LessOrEqual(t, all.hot, mostHot)
}
