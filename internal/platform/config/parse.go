package config

import (
	"errors"
	"fmt"
	"log/slog"
	"maps"
	"os"
	"reflect"
	"slices"
	"strings"
	"time"

	"github.com/caarlos0/env/v11"
)

// Secret reads one variable from the environment, or from the file that its <variable>_FILE names. It is for commands that
// need no other setting.
func Secret(name string) (string, error) {
	values := env.ToMap(os.Environ())
	err := readFiles(values)[name]
	fillIn(values)
	return values[name], err
}

// FromEnvironment reads the variables of this process.
func FromEnvironment() (Config, error) {
	return Parse(env.ToMap(os.Environ()))
}

// Parse reads the configuration from variables. Its error holds one sentence for each missing or wrong variable.
func Parse(variables map[string]string) (Config, error) {
	values := maps.Clone(variables)
	// A variable set to nothing (compose files do that) counts as not set.
	maps.DeleteFunc(values, func(_, value string) bool { return value == "" })
	unread := readFiles(values)
	fillIn(values)
	var cfg Config
	problems := sentences(env.ParseWithOptions(&cfg, env.Options{Environment: values}), unread)
	for _, v := range Variables() {
		if !v.IsRead(values) {
			continue
		}
		if v.With != "" && v.Required && values[v.Name] == "" && unread[v.Name] == nil {
			problems = append(problems, fmt.Errorf("%w, and %s needs it", missing(v.Name), v.With))
		}
		if err := v.verify(values[v.Name], values["SELFCARE_ENV"]); err != nil {
			problems = append(problems, err)
		}
	}
	if len(problems) == 0 {
		problems = together(cfg)
		if cfg.IsProduction() {
			problems = append(problems, unsafe(cfg, values)...)
		}
	}
	return cfg, errors.Join(problems...)
}

// fillIn sets missing variables to their development values, in development only.
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

// together checks the rules that concern several variables.
func together(cfg Config) []error {
	problems := append(cfg.Social.needed(), cfg.Scan.needed()...)
	problems = append(problems, cfg.NationalAddress.needed()...)
	problems = append(problems, cfg.SMTP.needed()...)
	problems = append(problems, cfg.ES2Plus.needed()...)
	if cfg.Payment.Provider == PaymentByMoyasar {
		problems = append(problems, cfg.Moyasar.needed()...)
	}
	problems = append(problems, cfg.unpaired()...)
	problems = append(problems, cfg.Recaptcha.needed(cfg.RobotEffort)...)
	if cfg.StopWithin < cfg.DrainDelay+leastToStop {
		problems = append(problems, fmt.Errorf("STOP_WITHIN must be %s longer than DRAIN_DELAY, which it includes", leastToStop))
	}
	return problems
}

// sentences turns the library's errors into sentences that name the variable and its meaning. A variable whose file is
// unreadable is not also called missing.
func sentences(err error, unread map[string]error) []error {
	result := slices.Collect(maps.Values(unread))
	slices.SortFunc(result, func(a, b error) int { return strings.Compare(a.Error(), b.Error()) })
	var all env.AggregateError
	if !errors.As(err, &all) {
		return slices.DeleteFunc(append(result, err), func(e error) bool { return e == nil })
	}
	for _, one := range all.Errors {
		if name := unsetName(one); name == "" || unread[name] == nil {
			result = append(result, sentence(one))
		}
	}
	return result
}

// unsetName returns the variable that an error calls missing.
func unsetName(err error) string {
	var unset env.VarIsNotSetError
	if errors.As(err, &unset) {
		return unset.Key
	}
	var empty env.EmptyVarError
	if errors.As(err, &empty) {
		return empty.Key
	}
	return ""
}

func sentence(err error) error {
	if name := unsetName(err); name != "" {
		return missing(name)
	}
	var wrong env.ParseError
	if errors.As(err, &wrong) {
		return unparsed(wrong)
	}
	return err
}

// unparsed describes an error of a field that is not text; text always parses.
func unparsed(wrong env.ParseError) error {
	must := map[reflect.Type]string{
		reflectType[slog.Level]():    "must be DEBUG, INFO, WARN or ERROR",
		reflectType[bool]():          "must be true or false",
		reflectType[int64]():         "must be a whole number",
		reflectType[float64]():       "must be a number",
		reflectType[time.Duration](): "must be a time like 15s or 1m30s",
	}[wrong.Type]
	for _, v := range Variables() {
		if v.field == wrong.Name && must != "" {
			return fmt.Errorf("%s %s", v.Name, must)
		}
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

// SecretValues returns the values of the secrets in variables, for a text that must not show them.
func SecretValues(variables map[string]string) (values []string) {
	known := maps.Clone(variables)
	_ = readFiles(known) // a file that cannot be read has no value to hide
	fillIn(known)
	for _, v := range Variables() {
		if v.Secret && known[v.Name] != "" {
			values = append(values, known[v.Name])
		}
	}
	return values
}
