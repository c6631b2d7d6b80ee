package coverage_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"selfcare/dev/coverage"
)

const (
	goReport = `<testsuites><testsuite>
		<testcase classname="selfcare/api/server" name="TestGood"></testcase>
		<testcase classname="selfcare/api/server" name="TestBad"><failure>no</failure></testcase>
		<testcase classname="selfcare/api/server" name="TestSkipped"><skipped message="not here"></skipped></testcase>
		<testcase classname="selfcare/api/server" name="TestTable/one_row"></testcase>
	</testsuite></testsuites>`
	webReport = `<testsuites><testsuite><testcase classname="src/a.test.tsx" name="a page &gt; says so"/></testsuite></testsuites>`
	e2eReport = `<testsuites><testsuite>
		<testcase classname="shell.spec.ts" name="everybody gets there"/>
		<testcase classname="serial/days.spec.ts" name="en-phone › somebody comes"/>
	</testsuite></testsuites>`
	// good is an entry that counts.
	good = "- {id: AUTH-1, says: a fact, proof: [{go: api/server TestGood}]}\n"
)

// rig is a repository with a specification, reports and perhaps a document.
type rig struct {
	t     *testing.T
	files coverage.Files
}

func newRig(t *testing.T, spec string) rig {
	t.Helper()
	folder := t.TempDir()
	r := rig{t, coverage.Files{
		Spec: filepath.Join(folder, "spec.yaml"), Reports: filepath.Join(folder, "reports"), Document: filepath.Join(folder, "coverage.md"),
	}}
	require.NoError(t, os.Mkdir(r.files.Reports, 0o755))
	r.write(r.files.Spec, spec)
	for name, report := range map[string]string{"go.xml": goReport, "web.xml": webReport, "e2e.xml": e2eReport} {
		r.write(filepath.Join(r.files.Reports, name), report)
	}
	return r
}

func (r rig) write(path, text string) {
	r.t.Helper()
	require.NoError(r.t, os.WriteFile(path, []byte(text), 0o600))
}

// document is what a run writes.
func (r rig) document() string {
	r.t.Helper()
	require.NoError(r.t, coverage.Update(r.files))
	text, err := os.ReadFile(r.files.Document)
	require.NoError(r.t, err)
	return string(text)
}

func TestEntry_CountsWhenAllItsProofsPassed(t *testing.T) {
	for name, tt := range map[string]struct{ entry, lacks string }{
		"a Go test":              {"{id: AUTH-1, says: x, proof: [{go: api/server TestGood}]}", ""},
		"a row of a table":       {"{id: AUTH-1, says: x, proof: [{go: api/server TestTable/one_row}]}", ""},
		"a test of the web app":  {"{id: AUTH-1, says: x, proof: [{web: src/a.test.tsx > a page > says so}]}", ""},
		"a journey":              {"{id: AUTH-1, says: x, proof: [{e2e: shell.spec.ts > everybody gets there}]}", ""},
		"a journey of a visitor": {"{id: AUTH-1, says: x, proof: [{e2e: serial/days.spec.ts > somebody comes}]}", ""},
		"no proof":               {"{id: AUTH-1, says: x}", "- `AUTH-1` x"},
		"a skipped test":         {"{id: AUTH-1, says: x, proof: [{go: api/server TestSkipped}]}", "- `AUTH-1` x"},
		"a failed test":          {"{id: AUTH-1, says: x, proof: [{go: api/server TestBad}]}", "- `AUTH-1` x"},
		"one failed of two":      {"{id: AUTH-1, says: x, proof: [{go: api/server TestGood}, {go: api/server TestBad}]}", "- `AUTH-1` x"},
		"a message":              {"{id: 8.oops, says: x, request: GET /x, proof: [{go: api/server TestGood}]}", ""},
		"a message that nothing produces": {
			"{id: 8.oops, says: x, proof: [{go: api/server TestGood}]}", "- `8.oops` x (request)",
		},
		"a message of the browser":    {"{id: 8.no-connection, says: x, proof: [{go: api/server TestGood}]}", ""},
		"an outcome needs no request": {"{id: 8.outcome.403, says: x, proof: [{go: api/server TestGood}]}", ""},
		"a screen": {`{id: 2.screen.home, says: x, proof: [{go: api/server TestGood}], page: {
			data: {proof: [{go: api/server TestGood}]}, empty: {na: no-list}, error: {proof: [{go: api/server TestGood}]}}}`, ""},
		"a screen nobody has looked at": {
			"{id: 2.screen.home, says: x, proof: [{go: api/server TestGood}]}", "- `2.screen.home` x (data, empty, error)",
		},
		"a screen whose error was not reached": {`{id: 2.screen.home, says: x, proof: [{go: api/server TestGood}], page: {
			data: {proof: [{go: api/server TestGood}]}, empty: {na: no-list}, error: {proof: [{go: api/server TestBad}]}}}`, "- `2.screen.home` x (error)"},
		"what is not to be proven": {"{id: AUTH-1, says: x, na: app-only}", ""},
	} {
		t.Run(name, func(t *testing.T) {
			document := newRig(t, "- "+tt.entry+"\n").document()
			_, missing, _ := strings.Cut(document, "\n## ")
			_, listed, _ := strings.Cut(missing, "\n")
			require.Equal(t, tt.lacks, strings.TrimSpace(listed))
		})
	}
}

func TestUpdate_RefusesWhatCannotBeMeant(t *testing.T) {
	for name, tt := range map[string]struct{ spec, want string }{
		"an unknown test":    {"- {id: AUTH-1, says: x, proof: [{go: api/server TestGone}]}\n", `AUTH-1: no report knows the test "go: api/server TestGone"`},
		"an unknown title":   {"- {id: AUTH-1, says: x, proof: [{e2e: days.spec.ts > somebody comes}]}\n", "AUTH-1: no report knows"},
		"another reason":     {"- {id: AUTH-1, says: x, na: later}\n", `AUTH-1: "later" is no reason`},
		"a reason of a page": {"- {id: AUTH-1, says: x, na: no-list}\n", `AUTH-1: "no-list" is no reason`},
		"another reason of a page": {
			"- {id: 2.screen.home, says: x, page: {error: {na: app-only}}}\n", `2.screen.home: "app-only" is no reason`,
		},
		"an id twice":         {good + good, "AUTH-1: this id is there twice"},
		"an id of no chapter": {"- {id: 11.x, says: x}\n", "11.x: an id is"},
		"nothing said":        {"- {id: AUTH-1}\n", "AUTH-1: says is one line"},
		"proven and n/a":      {"- {id: AUTH-1, says: x, na: app-only, proof: [{go: api/server TestGood}]}\n", "AUTH-1: what is proven is not n/a"},
		"a proof of two":      {"- {id: AUTH-1, says: x, proof: [{go: api/server TestGood, web: a > b}]}\n", "names no single test"},
		"a page of no screen": {"- {id: AUTH-1, says: x, page: {}}\n", "AUTH-1: only a screen has a page"},
		"a request of a row":  {"- {id: AUTH-1, says: x, request: GET /x}\n", "AUTH-1: a request is"},
		"an unknown field":    {"- {id: AUTH-1, says: x, prove: []}\n", "prove"},
	} {
		t.Run(name, func(t *testing.T) {
			r := newRig(t, tt.spec)
			require.ErrorContains(t, coverage.Update(r.files), tt.want)
			require.NoFileExists(t, r.files.Document)
		})
	}
}

func TestUpdate_NeedsTheReportOfEachRunner(t *testing.T) {
	r := newRig(t, good)
	require.NoError(t, os.Remove(filepath.Join(r.files.Reports, "e2e.xml")))
	require.ErrorContains(t, coverage.Update(r.files), "e2e.xml")
}

func TestUpdate_IsTheSameWhoeverRanATest(t *testing.T) {
	r := newRig(t, good+"- {id: AUTH-2, says: x, proof: [{e2e: shell.spec.ts > everybody gets there}]}\n")
	document := r.document()
	r.write(filepath.Join(r.files.Reports, "race.xml"), goReport)
	r.write(filepath.Join(r.files.Reports, "go.xml"), "<testsuites/>")
	r.write(filepath.Join(r.files.Reports, "e2e.xml"), strings.ReplaceAll(e2eReport, `<testcase classname="shell.spec.ts" name="everybody gets there"/>`,
		`<testcase classname="shell.spec.ts" name="everybody gets there"/><testcase classname="shell.spec.ts" name="everybody gets there"/>`))
	require.NoError(t, coverage.Check(r.files))
	require.Equal(t, document, r.document())
}

func TestATestThatFailedForOneVisitorHasFailed(t *testing.T) {
	r := newRig(t, "- {id: AUTH-2, says: x, proof: [{e2e: shell.spec.ts > everybody gets there}]}\n")
	require.Contains(t, r.document(), "Missing: 0 of 1")
	r.write(filepath.Join(r.files.Reports, "e2e.xml"), `<testsuites><testsuite>
		<testcase classname="shell.spec.ts" name="everybody gets there"><failure/></testcase>
		<testcase classname="shell.spec.ts" name="everybody gets there"/></testsuite></testsuites>`)
	require.ErrorContains(t, coverage.Check(r.files), "1 entries are missing, 0 were before. New are: AUTH-2")
}

func TestCheck_WantsTheDocumentOfThisRun(t *testing.T) {
	r := newRig(t, good)
	require.ErrorContains(t, coverage.Check(r.files), "make coverage")
	r.document()
	require.NoError(t, coverage.Check(r.files))
	r.write(r.files.Spec, good+"- {id: AUTH-2, says: x, proof: [{go: api/server TestGood}]}\n")
	require.ErrorContains(t, coverage.Check(r.files), "run `make coverage`")
}

func TestWhatIsMissingOnlyFalls(t *testing.T) {
	missing := "- {id: AUTH-2, says: x}\n"
	r := newRig(t, good+missing)
	former := r.document()
	for _, look := range []func(coverage.Files) error{coverage.Check, coverage.Update} {
		r.write(r.files.Spec, good+missing+"- {id: AUTH-3, says: x}\n")
		require.ErrorContains(t, look(r.files), "2 entries are missing, 1 were before. New are: AUTH-3")
		r.write(r.files.Spec, good)
		require.ErrorContains(t, look(r.files), "the list stays")
	}
	text, err := os.ReadFile(r.files.Document)
	require.NoError(t, err)
	require.Equal(t, former, string(text), "a refused run writes nothing")
	r.write(r.files.Spec, good+strings.Replace(missing, "}", ", proof: [{go: api/server TestGood}]}", 1))
	require.Contains(t, r.document(), "Missing: 0 of 2")
}

func TestDocument_CountsEachChapter(t *testing.T) {
	document := newRig(t, good+"- {id: 7.GET /x, says: x}\n- {id: 4.biometric.success, says: x, na: app-only}\n").document()
	for _, row := range []string{"| 4 Transitions | 1 | 0 | 0 | 1 |", "| 7 Calls | 1 | 0 | 1 | 0 |", "| Rows | 1 | 1 | 0 | 0 |", "| all | 3 | 1 | 1 | 1 |"} {
		require.Contains(t, document, row)
	}
}
