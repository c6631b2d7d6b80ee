package coverage

import (
	"fmt"
	"slices"
	"strings"
)

// chapters are those of the specification, with the rows of the product's own list after them.
var chapters = []struct{ id, title string }{
	{"2", "2 Screens and flows"},
	{"3", "3 States and formats"},
	{"4", "4 Transitions"},
	{"5", "5 Rules"},
	{"6", "6 Permissions"},
	{"7", "7 Calls"},
	{"8", "8 Messages"},
	{"9", "9 Constants"},
	{rows, "Rows"},
}

const head = `# What of the specification is proven

The facts are in [spec.yaml](spec.yaml), each with the tests that prove it. ` + "`make coverage`" + ` writes this file from the reports of
` + "`make test`" + `, which fails where it would be another one, and where more is missing than it says.

`

const totals = "Missing: %d of %d\n"

// Write is the document: numbers by chapter, then what is missing.
func Write(verdicts []Verdict) string {
	var out strings.Builder
	out.WriteString(head)
	all := countOf(verdicts)
	fmt.Fprintf(&out, totals+"\n| chapter | entries | proven | missing | n/a |\n|---|---:|---:|---:|---:|\n", all.missing, all.entries)
	for _, chapter := range chapters {
		out.WriteString(countOf(of(chapter.id, verdicts)).row(chapter.title))
	}
	out.WriteString(all.row("all"))
	out.WriteString("\nA screen lacks the proof that it is reached, or one of its states: data, empty, error.\n")
	for _, chapter := range chapters {
		writeMissing(&out, chapter.title, of(chapter.id, verdicts))
	}
	return out.String()
}

func of(chapter string, verdicts []Verdict) []Verdict {
	return slices.DeleteFunc(slices.Clone(verdicts), func(v Verdict) bool { return v.chapter() != chapter })
}

func writeMissing(out *strings.Builder, title string, verdicts []Verdict) {
	missing := slices.DeleteFunc(verdicts, func(v Verdict) bool { return len(v.Lacks) == 0 })
	if len(missing) == 0 {
		return
	}
	fmt.Fprintf(out, "\n## %s\n", title)
	for _, v := range missing {
		lacks := ""
		if !slices.Equal(v.Lacks, []string{"proof"}) {
			lacks = " (" + strings.Join(v.Lacks, ", ") + ")"
		}
		fmt.Fprintf(out, "- `%s` %s%s\n", v.ID, v.Says, lacks)
	}
}

type count struct{ entries, proven, missing, na int }

func countOf(verdicts []Verdict) (c count) {
	for _, v := range verdicts {
		c.entries++
		switch {
		case v.NA != "":
			c.na++
		case len(v.Lacks) > 0:
			c.missing++
		default:
			c.proven++
		}
	}
	return c
}

func (c count) row(title string) string {
	return fmt.Sprintf("| %s | %d | %d | %d | %d |\n", title, c.entries, c.proven, c.missing, c.na)
}
