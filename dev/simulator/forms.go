package simulator

import (
	"encoding/json"
	"fmt"
	"mime"
	"net/http"
	"net/url"
	"strconv"
	"strings"

	"selfcare/dev/simulator/engine"
)

// The console's forms also call the control API: their fields become its JSON.
const (
	formType         = "application/x-www-form-urlencoded"
	numberSuffix     = ":number" // of a field with a non-text value
	flagSuffix       = ":flag"   // of a ticked check box; an empty one is not sent
	problemParameter = "problem"
)

func isForm(r *http.Request) bool {
	kind, _, err := mime.ParseMediaType(r.Header.Get("Content-Type"))
	return err == nil && kind == formType
}

// jsonOfForm turns "callbacks.lost:number=0.5" into {"callbacks":{"lost":0.5}}.
func jsonOfForm(form []byte) ([]byte, error) {
	values, err := url.ParseQuery(string(form))
	if err != nil {
		return nil, engine.ErrBody
	}
	object := map[string]any{}
	for name := range values {
		value, err := fieldValue(name, values.Get(name))
		if err != nil {
			return nil, err
		}
		put(object, strings.Split(strings.TrimSuffix(strings.TrimSuffix(name, numberSuffix), flagSuffix), "."), value)
	}
	return json.Marshal(object)
}

func fieldValue(name, text string) (any, error) {
	if strings.HasSuffix(name, flagSuffix) {
		return true, nil
	}
	if !strings.HasSuffix(name, numberSuffix) {
		return text, nil
	}
	number, err := strconv.ParseFloat(text, 64)
	if err != nil {
		return nil, fmt.Errorf("%s is not a number: %w", strings.TrimSuffix(name, numberSuffix), engine.ErrBody)
	}
	return number, nil
}

func put(object map[string]any, path []string, value any) {
	if len(path) == 1 {
		object[path[0]] = value
		return
	}
	inner, is := object[path[0]].(map[string]any)
	if !is {
		inner = map[string]any{}
		object[path[0]] = inner
	}
	put(inner, path[1:], value)
}

// backToConsole redirects a form's sender to the page of the form.
func backToConsole(w http.ResponseWriter, r *http.Request, problem error) {
	back := url.URL{Path: "/"}
	if from, err := url.Parse(r.Referer()); err == nil && strings.HasPrefix(from.Path, "/") {
		back = url.URL{Path: from.Path}
	}
	if problem != nil {
		back.RawQuery = url.Values{problemParameter: {problem.Error()}}.Encode()
	}
	http.Redirect(w, r, back.RequestURI(), http.StatusSeeOther)
}
