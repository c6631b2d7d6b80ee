package tools_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"testing"

	"github.com/stretchr/testify/require"
)

// kernel is what every process is: the owner of a parcel or a profile is a process and a little more.
const kernel = "run.Runner"

func TestHouse_NoInterfaceIsEmbeddedIntoABiggerOne(t *testing.T) {
	seen := 0
	var found []string
	goFilesOfTheProduct(t, func(path string) {
		if _, file, ours := parsed(t, path); ours {
			interfaces, embedding := interfacesOf(file)
			seen += interfaces
			for _, name := range embedding {
				if name != kernel {
					found = append(found, path+" "+name)
				}
			}
		}
	})
	require.Greater(t, seen, 30)
	require.Empty(t, found, "who uses an interface declares it, with the methods it needs")
}

func TestHouse_AnInterfaceThatEmbedsIsFound(t *testing.T) {
	file, err := parser.ParseFile(token.NewFileSet(), "", `package p
		type Own interface { Do() }
		type Big interface { Own; More() }
		type Any interface { io.Reader }
		type Number interface { ~int | ~string }
		func f(x interface { Own }) {}`, 0)
	require.NoError(t, err)
	seen, found := interfacesOf(file)
	require.Equal(t, 5, seen)
	require.Equal(t, []string{"Own", "io.Reader", "Own"}, found)
}

// interfacesOf counts the interfaces of a file, and lists what they embed; a set of types for a type parameter embeds nothing.
func interfacesOf(file *ast.File) (seen int, embedded []string) {
	ast.Inspect(file, func(n ast.Node) bool {
		declared, ok := n.(*ast.InterfaceType)
		if !ok {
			return true
		}
		seen++
		for _, method := range declared.Methods.List {
			switch e := method.Type.(type) {
			case *ast.Ident:
				embedded = append(embedded, e.Name)
			case *ast.SelectorExpr:
				if of, ok := e.X.(*ast.Ident); ok {
					embedded = append(embedded, of.Name+"."+e.Sel.Name)
				}
			}
		}
		return true
	})
	return seen, embedded
}
