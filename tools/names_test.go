package tools_test

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
	"unicode"

	"github.com/stretchr/testify/require"
)

// participle matches a first word that only states a past event. The name of an action begins with a verb in its plain
// form.
var participle = regexp.MustCompile(`^([a-z]+ed|begun|bought|built|caught|chosen|done|drawn|found|given|gone|heard|held|kept|known|left|lost|made|` +
	`met|paid|seen|sent|shown|sold|spent|taken|told|torn|won|written|unsent|unpaid|untold|going|leaving|returning|waiting|lasting)$`)

// verbs end like a participle but are plain verbs.
var verbs = []string{"need", "seed", "feed", "exceed", "proceed", "embed", "read", "spread", "shed", "bleed"}

func TestNames_FunctionsThatAct_BeginWithVerbs(t *testing.T) {
	var wrong []string
	for _, path := range productFiles(t) {
		fset := token.NewFileSet()
		file, err := parser.ParseFile(fset, path, nil, parser.ParseComments)
		require.NoError(t, err)
		if ast.IsGenerated(file) {
			continue
		}
		for _, decl := range file.Decls {
			if f, is := decl.(*ast.FuncDecl); is && isMisnamed(f) {
				wrong = append(wrong, fset.Position(f.Pos()).String()+" "+f.Name.Name)
			}
		}
	}
	require.Empty(t, wrong, "rename to verb and object, or to validate… for a check that refuses")
}

// isMisnamed finds a participle that takes a context, and a predicate that returns an error and no bool.
func isMisnamed(f *ast.FuncDecl) bool {
	word := firstWord(f.Name.Name)
	if slices.Contains([]string{"is", "has", "may", "can"}, word) {
		return returns(f, "error") && !returns(f, "bool")
	}
	return takesContext(f) && participle.MatchString(word) && !slices.Contains(verbs, word)
}

func firstWord(name string) string {
	end := strings.IndexFunc(name[1:], unicode.IsUpper)
	if end < 0 {
		return strings.ToLower(name)
	}
	return strings.ToLower(name[:end+1])
}

func takesContext(f *ast.FuncDecl) bool {
	return slices.ContainsFunc(f.Type.Params.List, func(p *ast.Field) bool {
		selected, is := p.Type.(*ast.SelectorExpr)
		return is && selected.Sel.Name == "Context"
	})
}

func returns(f *ast.FuncDecl, name string) bool {
	return f.Type.Results != nil && slices.ContainsFunc(f.Type.Results.List, func(r *ast.Field) bool {
		id, is := r.Type.(*ast.Ident)
		return is && id.Name == name
	})
}

// productFiles returns the Go files of the product, without tests and their rig, tools and the simulators of other companies.
func productFiles(t *testing.T) (files []string) {
	t.Helper()
	for _, root := range []string{"activities", "api", "cmd", "internal", "migrations", "worker", "workflows"} {
		err := filepath.WalkDir(filepath.Join("..", root), func(path string, _ fs.DirEntry, err error) error {
			if err == nil && strings.HasSuffix(path, ".go") && !strings.HasSuffix(path, "_test.go") && !strings.Contains(path, "api/servertest/") && !strings.Contains(path, "store/storetest/") {
				files = append(files, path)
			}
			return err
		})
		require.NoError(t, err)
	}
	require.NotEmpty(t, files)
	return files
}
