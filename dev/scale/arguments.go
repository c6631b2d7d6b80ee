package scale

import (
	"context"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"reflect"
	"strings"
	"time"

	"selfcare/internal/contract"
)

// arguments makes the arguments of the store's methods from the names of their parameters.
type arguments struct {
	names  map[string][]string // of parameters, by method: "number.Numbers.Search"
	texts  map[string]string   // by the name of a parameter or a field, in lower case; with a package before it if it means another thing there
	states map[reflect.Type]any
	now    time.Time
}

// storeFolder is the source of the store below the root of the repository.
const storeFolder = "internal/store"

// source is what the source of the store says of itself.
type source struct {
	parameters map[string][]string // of exported methods with a context
	senders    map[string]bool     // functions that send a statement themselves
}

// sends are the methods of bun and of package hot that send a statement, with a context first.
var sends = map[string]bool{"Scan": true, "Exec": true, "Exists": true, "Count": true, "Row": true, "Query": true, "ScanAndCount": true}

// readSource reads the source of the store.
func readSource(root string) (s source, err error) {
	s = source{parameters: map[string][]string{}, senders: map[string]bool{}}
	err = filepath.WalkDir(filepath.Join(root, storeFolder), func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") || strings.Contains(path, "storetest") {
			return err
		}
		file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		for _, declared := range file.Decls {
			if f, is := declared.(*ast.FuncDecl); is && f.Body != nil {
				s.add(filepath.Base(filepath.Dir(path)), f)
			}
		}
		return nil
	})
	return s, err
}

func (s source) add(pkg string, f *ast.FuncDecl) {
	name := pkg + "."
	if f.Recv != nil {
		of := f.Recv.List[0].Type
		if pointer, is := of.(*ast.StarExpr); is {
			of = pointer.X
		}
		name += fmt.Sprint(of) + "."
	}
	name += f.Name.Name
	parameters := []string{}
	for _, field := range f.Type.Params.List {
		for _, parameter := range field.Names {
			parameters = append(parameters, parameter.Name)
		}
	}
	s.parameters[name] = parameters
	ast.Inspect(f.Body, func(n ast.Node) bool {
		if call, is := n.(*ast.CallExpr); is && len(call.Args) > 0 {
			method, is := call.Fun.(*ast.SelectorExpr)
			first, isName := call.Args[0].(*ast.Ident)
			if is && isName && sends[method.Sel.Name] && (first.Name == "ctx" || first.Name == "q") {
				s.senders[name] = true
			}
		}
		return true
	})
}

// of returns the arguments of a method.
func (a arguments) of(ctx context.Context, name string, method reflect.Type) []reflect.Value {
	pkg, _, _ := strings.Cut(name, ".")
	var all []reflect.Value
	for i := range method.NumIn() {
		of, parameter := method.In(i), ""
		if i < len(a.names[name]) {
			parameter = a.names[name][i]
		}
		switch {
		case of == reflect.TypeFor[context.Context]():
			all = append(all, reflect.ValueOf(ctx))
		case method.IsVariadic() && i == method.NumIn()-1:
			all = append(all, a.value(pkg, parameter, of.Elem(), 0))
		default:
			all = append(all, a.value(pkg, parameter, of, 0))
		}
	}
	return all
}

// deepest ends the walk through fields of states.
const deepest = 3

func (a arguments) value(pkg, name string, of reflect.Type, depth int) reflect.Value {
	made := reflect.New(of).Elem()
	if state, known := a.states[of]; known {
		return reflect.ValueOf(state)
	}
	switch of.Kind() {
	case reflect.String:
		made.SetString(a.text(pkg, name))
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		made.SetInt(a.number(name, of))
	case reflect.Uint32, reflect.Uint64:
		made.SetUint(1)
	case reflect.Float64:
		made.SetFloat(1)
	case reflect.Bool:
		made.SetBool(true)
	case reflect.Slice:
		a.fillSlice(made, pkg, name, depth)
	case reflect.Pointer:
		if depth == 0 && of.Elem().Kind() == reflect.Struct {
			made.Set(reflect.New(of.Elem()))
			made.Elem().Set(a.value(pkg, name, of.Elem(), depth+1))
		}
	case reflect.Map:
		made.Set(reflect.MakeMap(of))
	case reflect.Func:
		made.Set(reflect.MakeFunc(of, func([]reflect.Value) (none []reflect.Value) {
			for i := range of.NumOut() {
				none = append(none, reflect.Zero(of.Out(i)))
			}
			return none
		}))
	case reflect.Struct:
		a.fillStruct(made, pkg, name, depth)
	default: // an interface or an array stays empty
	}
	return made
}

func (a arguments) fillSlice(made reflect.Value, pkg, name string, depth int) {
	switch of := made.Type(); {
	case of.Elem().Kind() == reflect.Uint8 && strings.Contains(of.String(), "Raw"):
		made.SetBytes([]byte("{}"))
	case of.Elem().Kind() == reflect.Uint8:
		made.SetBytes([]byte(a.text(pkg, name)))
	case depth < deepest:
		made.Set(reflect.Append(made, a.value(pkg, strings.TrimSuffix(name, "s"), of.Elem(), depth+1)))
	}
}

func (a arguments) fillStruct(made reflect.Value, pkg, name string, depth int) {
	if made.Type() == reflect.TypeFor[time.Time]() {
		made.Set(reflect.ValueOf(a.moment(name)))
		return
	}
	for i := range made.NumField() {
		field := made.Type().Field(i)
		if depth < deepest && field.IsExported() && field.Name != "BaseModel" && field.Name != "Unknown" {
			made.Field(i).Set(a.value(pkg, field.Name, field.Type, depth+1))
		}
	}
}

func (a arguments) text(pkg, name string) string {
	name = strings.ToLower(name)
	if text, known := a.texts[pkg+"."+name]; known {
		return text
	}
	if text, known := a.texts[name]; known {
		return text
	}
	return anyID
}

// anyID is the text of all other parameters: columns of any type take it.
const anyID = "00000020-0000-7000-8000-00000000000a"

func (a arguments) number(name string, of reflect.Type) int64 {
	switch {
	case of == reflect.TypeFor[time.Duration]():
		return int64(time.Hour)
	case of == reflect.TypeFor[contract.Halalas]():
		return 1000
	case strings.Contains("most limit size perPage PerPage count max Limit Most Size", name) && name != "":
		return 50
	default:
		return 1
	}
}

func (a arguments) moment(name string) time.Time {
	switch strings.ToLower(name) {
	case "until", "expires", "nextat", "heldunntil", "validuntil":
		return a.now.Add(time.Hour)
	case "from", "since", "after", "endedsince", "refusedsince", "before":
		return a.now.AddDate(0, 0, -30)
	default:
		return a.now
	}
}
