package tools_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

const ledgerPackage = "selfcare/internal/ledger"

// TestLedger_PostingsElsewhere_AreRefused keeps the books in one place: product code names no account and builds no posting itself.
func TestLedger_PostingsElsewhere_AreRefused(t *testing.T) {
	accounts := chartOfAccounts(t)
	require.Greater(t, len(accounts), 10)
	var wrong []string
	for _, path := range productFiles(t) {
		if strings.Contains(path, "internal/ledger/") {
			continue
		}
		fset := token.NewFileSet()
		file, err := parser.ParseFile(fset, path, nil, 0)
		require.NoError(t, err)
		for _, node := range ledgerWork(file, accounts) {
			wrong = append(wrong, fset.Position(node.Pos()).String())
		}
	}
	require.Empty(t, wrong, "make the posting in internal/ledger, one function per business fact")
}

// ledgerWork are the places of a file that build a posting or an entry, or that name an account of the chart.
func ledgerWork(file *ast.File, accounts []string) (found []ast.Node) {
	name := importedAs(file, ledgerPackage)
	if name == "" {
		return nil
	}
	builds := []string{"Posting", "Entry"}
	ast.Inspect(file, func(n ast.Node) bool {
		switch node := n.(type) {
		case *ast.CompositeLit:
			if of := node.Type; of != nil && len(node.Elts) > 0 {
				if list, is := of.(*ast.ArrayType); is {
					of = list.Elt
				}
				if slices.Contains(builds, selected(of, name)) {
					found = append(found, node)
				}
			}
		case *ast.SelectorExpr:
			if slices.Contains(accounts, selected(node, name)) {
				found = append(found, node)
			}
		}
		return true
	})
	return found
}

// selected is the name that an expression takes from a package, else empty.
func selected(e ast.Expr, of string) string {
	s, is := e.(*ast.SelectorExpr)
	if !is {
		return ""
	}
	if x, is := s.X.(*ast.Ident); !is || x.Name != of {
		return ""
	}
	return s.Sel.Name
}

func importedAs(file *ast.File, path string) string {
	for _, spec := range file.Imports {
		if p, err := strconv.Unquote(spec.Path.Value); err != nil || p != path {
			continue
		}
		if spec.Name != nil {
			return spec.Name.Name
		}
		return path[strings.LastIndex(path, "/")+1:]
	}
	return ""
}

// chartOfAccounts are the names of the constants of the chart.
func chartOfAccounts(t *testing.T) (names []string) {
	t.Helper()
	file, err := parser.ParseFile(token.NewFileSet(), "../internal/ledger/chart.go", nil, 0)
	require.NoError(t, err)
	ast.Inspect(file, func(n ast.Node) bool {
		if decl, is := n.(*ast.GenDecl); is && decl.Tok == token.CONST {
			for _, spec := range decl.Specs {
				if name := spec.(*ast.ValueSpec).Names[0].Name; ast.IsExported(name) {
					names = append(names, name)
				}
			}
		}
		return true
	})
	return names
}

func TestLedgerWork_EachWay_IsFound(t *testing.T) {
	const head = "package p\nimport \"selfcare/internal/ledger\"\n"
	for source, count := range map[string]int{
		head + `var p = ledger.Posting{Key: "k"}`:                        1,
		head + `var e = []ledger.Entry{{"vat", 1}}`:                      1,
		head + `var a = ledger.VAT`:                                      1,
		head + `var p = ledger.Posting{}`:                                0,
		head + `var e = append([]ledger.Entry{}, all...)`:                0,
		head + `var p = ledger.RefundPosting("o", "p", 1)`:               0,
		"package p\nvar p = store.Posting{Key: \"k\"}":                   0,
		strings.Replace(head, `"s`, `books "s`, 1) + `var a = books.VAT`: 1,
	} {
		file, err := parser.ParseFile(token.NewFileSet(), "p.go", source, 0)
		require.NoError(t, err, source)
		require.Len(t, ledgerWork(file, []string{"VAT"}), count, source)
	}
}
