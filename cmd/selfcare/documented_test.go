package main

import (
	"bytes"
	"encoding/base64"
	"io"
	"net/http"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/alecthomas/kong"
	"github.com/getkin/kin-openapi/openapi3filter"
	"github.com/getkin/kin-openapi/routers"
	"github.com/getkin/kin-openapi/routers/gorillamux"
	"github.com/stretchr/testify/require"

	"selfcare/api/gen"
)

const documentedAPI = "http://localhost:8080/api"

var (
	shellBlock  = regexp.MustCompile("(?ms)^ *```sh\n(.*?)^ *```$")
	inASentence = regexp.MustCompile("`selfcare ([a-z][^`]*)`")
	placeholder = regexp.MustCompile(`<[^<>]*>`)
)

// recording is the shell for a block: our commands, curl and make record their arguments, all others are unknown and
// do nothing, because there is no path to a program.
const recording = `
PATH=/nowhere API=` + documentedAPI + ` TOKEN=token SESSION=session
ORDER=$UUID BULK=$UUID REQUEST=$UUID INCIDENT=$UUID ID=$UUID
command_not_found_handle() { return 0; }
uuidgen() { printf %s "$UUID"; }
note() { printf '%s\0' "$@" >&3; printf '\0' >&3; }
selfcare() { note selfcare "$@"; }
curl() { note curl "$@"; }
make() { note make "$@"; }
`

const anyUUID = "4c2d0b0e-6c5e-4bd1-9d7a-3f0e5a1b2c3d"

// documentedCalls are the HTTP calls in the pages, parsed by a shell.
func documentedCalls(t *testing.T) (calls [][]string) {
	t.Helper()
	for page, text := range pages(t) {
		for _, block := range shellBlock.FindAllStringSubmatch(text, -1) {
			calls = append(calls, called(t, page, block[1])...)
		}
	}
	return calls
}

// pages are the pages for operators, by their paths.
func pages(t *testing.T) map[string]string {
	t.Helper()
	paths, err := filepath.Glob("../../docs/*.md")
	require.NoError(t, err)
	tasks, err := filepath.Glob("../../docs/operations/*.md")
	require.NoError(t, err)
	require.NotEmpty(t, tasks)
	texts := map[string]string{}
	for _, path := range slices.Concat(paths, tasks, []string{"../../README.md", "../../CONTRIBUTING.md"}) {
		text, err := os.ReadFile(path)
		require.NoError(t, err)
		texts[path] = string(text)
	}
	return texts
}

func called(t *testing.T, page, block string) (calls [][]string) {
	t.Helper()
	dir := t.TempDir()
	notes := filepath.Join(dir, "notes")
	shell := exec.CommandContext(t.Context(), "bash", "-c", "exec 3>"+notes+recording+block)
	shell.Dir, shell.Env = dir, []string{"UUID=" + anyUUID}
	var said bytes.Buffer
	shell.Stderr = &said
	_ = shell.Run() // of the last command, which may be unknown here
	require.NotContains(t, said.String(), "syntax error", "%s: %s", page, block)
	text, err := os.ReadFile(notes)
	require.NoError(t, err)
	for call := range strings.SplitSeq(strings.TrimSuffix(string(text), "\x00\x00"), "\x00\x00") {
		if call != "" {
			calls = append(calls, strings.Split(call, "\x00"))
		}
	}
	return calls
}

func TestPages_CodeCommands_Exist(t *testing.T) {
	calls := documentedCalls(t)
	t.Chdir(t.TempDir())
	seen := 0
	for _, call := range calls {
		if call[0] != "selfcare" {
			continue
		}
		seen++
		for _, word := range call[1:] {
			if slices.Contains([]string{".csv", ".yaml"}, filepath.Ext(word)) {
				require.NoError(t, os.WriteFile(filepath.Base(word), nil, 0o600))
			}
		}
		parser, err := kong.New(&commands{})
		require.NoError(t, err)
		_, err = parser.Parse(call[1:])
		require.NoError(t, err, strings.Join(call, " "))
	}
	require.Greater(t, seen, 40)
}

// A command in a sentence may lack its arguments, and stand for several: `staff add|list`.
func TestPages_SentenceCommands_Exist(t *testing.T) {
	seen := 0
	for page, text := range pages(t) {
		for _, said := range inASentence.FindAllStringSubmatch(text, -1) {
			words := strings.Fields(said[1])
			for last := range strings.SplitSeq(words[len(words)-1], "|") {
				seen++
				parser, err := kong.New(&commands{})
				require.NoError(t, err)
				if _, err = parser.Parse(append(slices.Clone(words[:len(words)-1]), last)); err != nil {
					require.Regexp(t, "^(missing flags|expected)", err.Error(), "%s: %s", page, said[0])
				}
			}
		}
	}
	require.Greater(t, seen, 20)
}

// The contract accepts each call as printed, with its body.
func TestPages_Calls_AreInTheContract(t *testing.T) {
	document, err := gen.GetSpec()
	require.NoError(t, err)
	document.Servers = nil // the calls have their own
	router, err := gorillamux.NewRouter(document)
	require.NoError(t, err)
	seen := 0
	for _, call := range documentedCalls(t) {
		if call[0] != "curl" || !slices.ContainsFunc(call, func(word string) bool { return strings.HasPrefix(word, documentedAPI) }) {
			continue
		}
		seen++
		requireTaken(t, router, call)
	}
	require.Greater(t, seen, 30)
}

func requireTaken(t *testing.T, router routers.Router, call []string) {
	t.Helper()
	request := requestOf(t, call)
	route, parameters, err := router.FindRoute(request)
	require.NoError(t, err, strings.Join(call, " "))
	err = openapi3filter.ValidateRequest(t.Context(), &openapi3filter.RequestValidationInput{
		Request: request, PathParams: parameters, Route: route,
		Options: &openapi3filter.Options{AuthenticationFunc: openapi3filter.NoopAuthenticationFunc},
	})
	require.NoError(t, err, strings.Join(call, " "))
}

// requestOf is the request that curl would send.
func requestOf(t *testing.T, call []string) *http.Request {
	t.Helper()
	method, address, body, query, header := http.MethodGet, "", "", url.Values{}, http.Header{}
	for i, word := range call {
		switch {
		case word == "-X":
			method = call[i+1]
		case word == "-u":
			header.Set("Authorization", "Basic "+base64.StdEncoding.EncodeToString([]byte(call[i+1])))
		case word == "-d":
			body = filledIn(call[i+1], "123456")
		case word == "--data-urlencode":
			name, value, _ := strings.Cut(call[i+1], "=")
			query.Set(name, filledIn(value, "17"))
		case word == "-H":
			name, value, _ := strings.Cut(call[i+1], ": ")
			header.Set(name, value)
		case strings.HasPrefix(word, documentedAPI):
			address = filledIn(strings.TrimPrefix(word, documentedAPI), anyUUID)
		}
	}
	if len(query) > 0 {
		address += "?" + query.Encode()
	}
	request, err := http.NewRequestWithContext(t.Context(), method, address, io.NopCloser(strings.NewReader(body)))
	require.NoError(t, err, strings.Join(call, " "))
	request.Header = header
	return request
}

// filledIn replaces the placeholders of a text.
func filledIn(text, with string) string { return placeholder.ReplaceAllString(text, with) }

func TestPages_MakeTargets_Exist(t *testing.T) {
	text, err := os.ReadFile("../../Makefile")
	require.NoError(t, err)
	for _, call := range documentedCalls(t) {
		if call[0] == "make" && len(call) > 1 {
			require.Regexp(t, `(?m)^`+regexp.QuoteMeta(call[1])+`:`, string(text), strings.Join(call, " "))
		}
	}
}
