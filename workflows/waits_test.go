package workflows_test

import (
	"flag"
	"fmt"
	"go/ast"
	"go/parser"
	"go/printer"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

var writeWaits = flag.Bool("write-waits", false, "write the waits in docs/kinds.md anew")

const (
	kindsPage  = "../docs/kinds.md"
	waitsTitle = "\n# Waits\n"
	waitsIntro = `
Everything a process waits for, with its end and its owner; this part is written by a test that reads workflows/
(` + "`go test ./workflows -run TestWaits -write-waits`" + `). Our own database is no row: a step that it does not answer asks again,
from a tenth of a second to eight seconds apart, and shows NeedsAttention after some twenty seconds (ADR 15).

| where | waits for | at most | then, or who ends it |
|---|---|---|---|
`
)

// rawWaits are the SDK's own waits. Only the kernel uses them, so that the table lists every wait.
var rawWaits = []string{"Await", "AwaitWithTimeout", "AwaitWithOptions", "Sleep", "NewTimer", "NewTimerWithOptions", "NewSelector", "NewNamedSelector"}

// waitFound is one process.Wait in the source.
type waitFound struct{ where, waitsFor, limit, then, owner string }

func TestWaits_Each_HasEndOrOwner(t *testing.T) {
	var found []waitFound
	require.NoError(t, filepath.WalkDir(".", func(path string, entry fs.DirEntry, err error) error {
		if err == nil && entry.IsDir() && entry.Name() == "workflowtest" {
			return fs.SkipDir
		}
		if err == nil && strings.HasSuffix(path, ".go") && !strings.HasSuffix(path, "_test.go") {
			found = append(found, waitsIn(t, path)...)
		}
		return err
	}))
	require.Greater(t, len(found), 20)
	var table strings.Builder
	table.WriteString(waitsTitle + waitsIntro)
	for _, w := range found {
		require.NotEmpty(t, w.waitsFor, "%s: a wait says what for, in plain words", w.where)
		bounded := w.limit != "" && w.then != ""
		require.NotEqual(t, bounded, w.owner != "", "%s: a wait has a limit and what then happens, or an owner", w.where)
		limit, end := "`"+w.limit+"`", w.then
		if w.owner != "" {
			limit, end = "", w.owner
		}
		fmt.Fprintf(&table, "| %s | %s | %s | %s |\n", w.where, w.waitsFor, limit, end)
	}
	table.WriteString(branchList(t))
	page, err := os.ReadFile(kindsPage)
	require.NoError(t, err)
	kinds, waits, _ := strings.Cut(string(page), waitsTitle)
	if *writeWaits {
		require.NoError(t, os.WriteFile(kindsPage, []byte(kinds+table.String()), 0o600))
		return
	}
	require.Equal(t, table.String(), waitsTitle+waits)
}

// shownElsewhere are timed waits of an order whose own end operators do not see.
var shownElsewhere = map[string]string{
	"order/esim · keepPromise":                   "the order has it: PromisedBy",
	"order/replacement · guardLine":              "pauses between our own tries, not of a party that must act",
	"internal/cardpayment/card · charge":         "the order waits for the customer to pay, and shows how long the number is held",
	"internal/cardpayment/card · awaitChallenge": "the order waits for the customer to pay, and shows how long the number is held",
	"internal/cardpayment/code · EnterCode":      "the order waits for the customer to pay, and shows how long the number is held",
	"internal/cardpayment/outcome · settle":      "the order waits for the customer to pay, and shows how long the number is held",
	"internal/cardpayment/refund · pauseRefund":  "no order waits so: its refund is held",
}

// A wait of the process is in DueAt and in its sentence; a wait of the SDK is not.
func TestWaits_OfOrders_ShowTheirEnd(t *testing.T) {
	checked := 0
	for _, folder := range []string{"order", "internal/cardpayment", "internal/esimprofile", "internal/parcel"} {
		paths, err := filepath.Glob(filepath.Join(folder, "*.go"))
		require.NoError(t, err)
		for _, path := range paths {
			if strings.HasSuffix(path, "_test.go") {
				continue
			}
			file, err := parser.ParseFile(token.NewFileSet(), path, nil, 0)
			require.NoError(t, err)
			for _, w := range waitsIn(t, path) {
				if w.owner == "" && shownElsewhere[w.where] == "" {
					checked++
					require.True(t, awaitedByProcess(file, w.where), "%s: wait through the process, which shows operators when it ends", w.where)
				}
			}
		}
	}
	require.Greater(t, checked, 8)
}

// awaitedByProcess reports whether the function of a wait waits through a process only: process.Await and process.Pause show
// nothing.
func awaitedByProcess(file *ast.File, where string) bool {
	shown := true
	for _, declared := range file.Decls {
		function, ok := declared.(*ast.FuncDecl)
		if !ok || !strings.HasSuffix(where, " · "+function.Name.Name) {
			continue
		}
		ast.Inspect(function, func(node ast.Node) bool {
			call, ok := node.(*ast.SelectorExpr)
			if !ok {
				return true
			}
			of, isPackage := call.X.(*ast.Ident)
			if isPackage && of.Name == "process" && (call.Sel.Name == "Await" || call.Sel.Name == "Pause") {
				shown = false
			}
			return true
		})
	}
	return shown
}

func waitsIn(t *testing.T, path string) (found []waitFound) {
	t.Helper()
	files := token.NewFileSet()
	file, err := parser.ParseFile(files, path, nil, 0)
	require.NoError(t, err)
	kernel := file.Name.Name == "process"
	for _, declared := range file.Decls {
		function, ok := declared.(*ast.FuncDecl)
		if !ok {
			continue
		}
		where := strings.TrimSuffix(path, ".go") + " · " + function.Name.Name
		ast.Inspect(function, func(node ast.Node) bool {
			if call, ok := node.(*ast.SelectorExpr); ok && !kernel {
				of, isPackage := call.X.(*ast.Ident)
				raw := isPackage && of.Name == "workflow" && slices.Contains(rawWaits, call.Sel.Name)
				require.False(t, raw, "%s: wait through process.Await, which asks for an end or an owner", where)
			}
			if literal, ok := node.(*ast.CompositeLit); ok && isWait(literal.Type, kernel) {
				found = append(found, readWait(t, files, where, literal))
			}
			return true
		})
	}
	return found
}

func isWait(expression ast.Expr, kernel bool) bool {
	switch e := expression.(type) {
	case *ast.Ident:
		return kernel && e.Name == "Wait"
	case *ast.SelectorExpr:
		of, ok := e.X.(*ast.Ident)
		return ok && of.Name == "process" && e.Sel.Name == "Wait"
	default:
		return false
	}
}

func readWait(t *testing.T, files *token.FileSet, where string, literal *ast.CompositeLit) waitFound {
	t.Helper()
	w := waitFound{where: where}
	for _, element := range literal.Elts {
		pair := element.(*ast.KeyValueExpr)
		var text strings.Builder
		require.NoError(t, printer.Fprint(&text, files, pair.Value))
		value := text.String()
		if words, err := strconv.Unquote(value); err == nil {
			value = words
		}
		switch pair.Key.(*ast.Ident).Name {
		case "For":
			w.waitsFor = value
		case "Limit":
			w.limit = value
		case "Then":
			w.then = value
		case "Owner":
			w.owner = value
		}
	}
	return w
}
