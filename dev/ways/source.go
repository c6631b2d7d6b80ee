package ways

import (
	"bytes"
	"go/ast"
	"go/parser"
	"go/printer"
	"go/token"
	"regexp"
	"strings"
)

// source is one file of the workflows.
type source struct {
	name  string
	files *token.FileSet
	file  *ast.File
}

type sources map[string]*source

func (s sources) of(name string) (*source, error) {
	if known := s[name]; known != nil {
		return known, nil
	}
	files := token.NewFileSet()
	file, err := parser.ParseFile(files, name, nil, 0)
	if err != nil {
		return nil, err
	}
	s[name] = &source{name, files, file}
	return s[name], nil
}

// found is what a block is in its file.
type found struct {
	name    string // as an exception names it
	excused bool
}

// at finds the first statement of a block, and what it stands in.
func (s *source) at(one block) found {
	var within []ast.Node // from the file down to the statement
	var first ast.Node
	var path []ast.Node
	ast.Inspect(s.file, func(node ast.Node) bool {
		if node == nil {
			path = path[:len(path)-1]
			return true
		}
		path = append(path, node)
		if _, isStatement := node.(ast.Stmt); isStatement && first == nil && s.isIn(node, one) {
			first, within = node, append([]ast.Node{}, path...)
		}
		return true
	})
	function := functionOf(within)
	return found{
		name:    place(s.name, function, s.lineOf(first)),
		excused: isValidator(function, within) || isPassedOn(within),
	}
}

// isIn leaves out the braces: a block that begins with one holds what is between them.
func (s *source) isIn(node ast.Node, one block) bool {
	if _, braces := node.(*ast.BlockStmt); braces {
		return false
	}
	from := s.files.Position(node.Pos())
	return !before(from, one.from) && before(from, one.to)
}

func before(a, b token.Position) bool {
	return a.Line < b.Line || a.Line == b.Line && a.Column < b.Column
}

func (s *source) lineOf(node ast.Node) string {
	if node == nil {
		return ""
	}
	var text bytes.Buffer
	_ = printer.Fprint(&text, s.files, node)
	line, _, _ := strings.Cut(text.String(), "\n")
	return strings.TrimSpace(line)
}

func functionOf(within []ast.Node) string {
	for _, node := range within {
		if function, ok := node.(*ast.FuncDecl); ok {
			return function.Name.Name
		}
	}
	return ""
}

var validator = regexp.MustCompile(`^[mM]ay($|[A-Z])`)

// isValidator: what refuses an update before it is taken leaves no history, so no replay runs it.
func isValidator(function string, within []ast.Node) bool {
	if validator.MatchString(function) {
		return true
	}
	for i, node := range within {
		switch n := node.(type) {
		case *ast.KeyValueExpr:
			if key, ok := n.Key.(*ast.Ident); ok && key.Name == "Validator" {
				return true
			}
		case *ast.FuncLit:
			if asksOnly(n) && i > 0 {
				return true
			}
		}
	}
	return false
}

// asksOnly is a function that asks one validator.
func asksOnly(function *ast.FuncLit) bool {
	if len(function.Body.List) != 1 {
		return false
	}
	answer, ok := function.Body.List[0].(*ast.ReturnStmt)
	if !ok || len(answer.Results) != 1 {
		return false
	}
	asks := false
	ast.Inspect(answer.Results[0], func(node ast.Node) bool {
		if call, ok := node.(*ast.CallExpr); ok {
			asks = asks || validator.MatchString(nameOf(call.Fun))
		}
		return true
	})
	return asks
}

func nameOf(called ast.Expr) string {
	switch e := called.(type) {
	case *ast.Ident:
		return e.Name
	case *ast.SelectorExpr:
		return e.Sel.Name
	default:
		return ""
	}
}

// isPassedOn: an if that asks for nothing but an error, and does nothing but log it or hand it on.
func isPassedOn(within []ast.Node) bool {
	if len(within) < 3 {
		return false
	}
	test, ok := within[len(within)-3].(*ast.IfStmt)
	if !ok || within[len(within)-2] != ast.Node(test.Body) || !isError(test.Cond) {
		return false
	}
	for _, statement := range test.Body.List {
		switch s := statement.(type) {
		case *ast.ReturnStmt:
			if len(s.Results) > 0 && !speaksOfError(s.Results[len(s.Results)-1]) {
				return false
			}
		case *ast.ExprStmt:
			if !logs(s.X) {
				return false
			}
		default:
			return false
		}
	}
	return true
}

// isError is `err != nil` or `ctx.Err() != nil`.
func isError(condition ast.Expr) bool {
	compared, ok := condition.(*ast.BinaryExpr)
	return ok && compared.Op == token.NEQ && speaksOfError(compared.X) && nameOf(compared.Y) == "nil"
}

func speaksOfError(expression ast.Expr) (speaks bool) {
	ast.Inspect(expression, func(node ast.Node) bool {
		if name, ok := node.(*ast.Ident); ok {
			speaks = speaks || strings.HasSuffix(strings.ToLower(name.Name), "err")
		}
		return true
	})
	return speaks
}

func logs(expression ast.Expr) bool {
	call, ok := expression.(*ast.CallExpr)
	if !ok {
		return false
	}
	method, ok := call.Fun.(*ast.SelectorExpr)
	if !ok {
		return false
	}
	of, ok := method.X.(*ast.CallExpr)
	return ok && nameOf(of.Fun) == "GetLogger"
}
