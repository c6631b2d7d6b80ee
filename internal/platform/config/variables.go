package config

import (
	"cmp"
	"fmt"
	"reflect"
	"strings"
)

// Variable describes one environment variable, as written in the tags of Config.
type Variable struct {
	Name        string
	Help        string
	Default     string // in every environment
	Development string // in development only
	Required    bool   // if With holds
	With        string // the choice with which it is read, like EMAIL_PROVIDER=smtp; empty: always
	Secret      bool
	File        bool   // it may be in the file that FileName names
	field       string // of Config
	check       string
	live        string
}

// Variables lists what Config reads, in the order of the struct.
func Variables() []Variable { return variablesOf(reflectType[Config](), "", "") }

func reflectType[T any]() reflect.Type { return reflect.TypeFor[T]() }

func variablesOf(t reflect.Type, prefix, with string) []Variable {
	var result []Variable
	for field := range t.Fields() {
		if inner, ok := field.Tag.Lookup("envPrefix"); ok {
			result = append(result, variablesOf(field.Type, prefix+inner, cmp.Or(field.Tag.Get("with"), with))...)
			continue
		}
		v := variableOf(field.Tag, prefix, with)
		v.field = field.Name
		result = append(result, v)
	}
	return result
}

func variableOf(tag reflect.StructTag, prefix, with string) Variable {
	name, options, _ := strings.Cut(tag.Get("env"), ",")
	with = cmp.Or(tag.Get("with"), with)
	return Variable{
		Name:        prefix + name,
		Help:        tag.Get("help"),
		Default:     tag.Get("envDefault"),
		Development: tag.Get("dev"),
		Required:    strings.Contains(options, "required") || with != "" && tag.Get("optional") != "true",
		With:        with,
		Secret:      tag.Get("secret") == "true",
		File:        tag.Get("secret") == "true" || tag.Get("file") == "true",
		check:       tag.Get("check"),
		live:        tag.Get("live"),
	}
}

// FileName returns the variable that names a file with this one's value.
func (v Variable) FileName() string { return v.Name + "_FILE" }

// IsRead reports whether the variable is read with the given values of the others.
func (v Variable) IsRead(values map[string]string) bool {
	name, choice, _ := strings.Cut(v.With, "=")
	return v.With == "" || values[name] == choice
}

// verify checks a value against the variable's rule. The error never repeats the value of a secret.
func (v Variable) verify(value, environment string) error {
	if value == "" {
		return nil
	}
	if v.Secret && environment != Development && value == v.Development {
		return fmt.Errorf("%s is the development default, which production refuses: set a value of your own", v.Name)
	}
	if v.check == "" {
		return nil
	}
	if err := checks[v.check](value); err != nil {
		return fmt.Errorf("%s %w", v.Name, err)
	}
	return nil
}
