package config

import (
	"errors"
	"fmt"
	"log/slog"
	"maps"
	"os"
	"slices"

	"github.com/caarlos0/env/v11"
)

// FromEnvironment reads the variables of this process.
func FromEnvironment() (Config, error) {
	return Parse(env.ToMap(os.Environ()))
}

// Parse reads the configuration out of variables. Its error holds one sentence per variable that is missing or wrong.
func Parse(variables map[string]string) (Config, error) {
	values := maps.Clone(variables)
	// A variable set to nothing (compose files do that) is a variable not set.
	maps.DeleteFunc(values, func(_, value string) bool { return value == "" })
	fillIn(values)
	var cfg Config
	problems := sentences(env.ParseWithOptions(&cfg, env.Options{Environment: values}))
	for _, v := range Variables() {
		if err := v.verify(values[v.Name], values["SELFCARE_ENV"]); err != nil {
			problems = append(problems, err)
		}
	}
	if len(problems) == 0 && cfg.IsProduction() {
		problems = unsafe(cfg, values)
	}
	return cfg, errors.Join(problems...)
}

// fillIn gives the variables that are not set their development values, in development only.
func fillIn(values map[string]string) {
	if values["SELFCARE_ENV"] != Development {
		return
	}
	for _, v := range Variables() {
		if values[v.Name] == "" && v.Development != "" {
			values[v.Name] = v.Development
		}
	}
}

// sentences turns the library's errors into ones that name the variable and say what it is for.
func sentences(err error) []error {
	var all env.AggregateError
	if !errors.As(err, &all) {
		return slices.DeleteFunc([]error{err}, func(e error) bool { return e == nil })
	}
	result := make([]error, 0, len(all.Errors))
	for _, one := range all.Errors {
		result = append(result, sentence(one))
	}
	return result
}

func sentence(err error) error {
	var unset env.VarIsNotSetError
	if errors.As(err, &unset) {
		return missing(unset.Key)
	}
	var empty env.EmptyVarError
	if errors.As(err, &empty) {
		return missing(empty.Key)
	}
	var wrong env.ParseError
	if errors.As(err, &wrong) {
		return unread(wrong)
	}
	return err
}

// unread is for the fields that are not text: no other one can fail to parse.
func unread(wrong env.ParseError) error {
	switch wrong.Type {
	case reflectType[slog.Level]():
		return errors.New("LOG_LEVEL must be DEBUG, INFO, WARN or ERROR")
	case reflectType[bool]():
		return errors.New("SINGLE_HOST must be true or false")
	case reflectType[int64]():
		return errors.New("ROBOT_EFFORT must be a whole number")
	}
	return wrong
}

func missing(name string) error {
	for _, v := range Variables() {
		if v.Name == name {
			return fmt.Errorf("%s is not set (%s)", name, v.Help)
		}
	}
	return fmt.Errorf("%s is not set", name)
}
