package scale

import (
	"cmp"
	"encoding/json"
	"fmt"
	"maps"
	"math"
	"regexp"
	"slices"
	"strings"
)

// Statement is the work of a statement within one call.
type Statement struct {
	Call       string         `json:"call"`
	Caller     string         `json:"caller"`           // function of the store
	Within     bool           `json:"within,omitempty"` // a trigger or a function of the database
	Text       string         `json:"text"`
	Times      int            `json:"times"`
	Millis     float64        `json:"millis"`  // of the slowest
	Rows       int            `json:"rows"`    // its answer
	Buffers    int            `json:"buffers"` // pages that it read, from memory or from disk
	Read       map[string]int `json:"read"`    // rows that it read, by table
	Sequential []string       `json:"sequential,omitempty"`
	Problem    string         `json:"problem,omitempty"` // which limit it passes
	Plan       string         `json:"plan"`
}

type planNode struct {
	Kind     string   `json:"Node Type"`
	Relation string   `json:"Relation Name"`
	Rows     float64  `json:"Actual Rows"`
	Loops    *float64 `json:"Actual Loops"` // nil in a plan that did not run
	Filtered float64  `json:"Rows Removed by Filter"`
	Recheck  float64  `json:"Rows Removed by Index Recheck"`
	Hit      int      `json:"Shared Hit Blocks"`
	Disk     int      `json:"Shared Read Blocks"`
	Plans    []planNode
}

// add counts the rows that a part of the plan reads from its table.
func (n planNode) add(s *Statement) {
	if n.Relation != "" && strings.HasSuffix(n.Kind, "Scan") {
		if n.Loops != nil {
			s.Read[n.Relation] += int(math.Round((n.Rows + n.Filtered + n.Recheck) * *n.Loops))
		}
		if n.Kind == "Seq Scan" && (n.Loops == nil || *n.Loops > 0) && !slices.Contains(s.Sequential, n.Relation) {
			s.Sequential = append(s.Sequential, n.Relation)
		}
	}
	for _, part := range n.Plans {
		part.add(s)
	}
}

// values are the parts of a text that differ between calls.
var values = regexp.MustCompile(`'(?:[^']|'')*'|\b[0-9]+\b`)

// note keeps the plan of a notice of auto_explain.
func (t *tracer) note(message string) {
	var millis float64
	if _, err := fmt.Sscanf(message, "duration: %f ms", &millis); err != nil {
		return
	}
	_, plan, _ := strings.Cut(message, "plan:\n")
	t.add("", millis, plan)
}

// add keeps the work of a statement. Of statements that differ in their values alone it keeps the costliest.
func (t *tracer) add(text string, millis float64, plan string) {
	var explained struct {
		Text string `json:"Query Text"`
		Plan planNode
	}
	plan = strings.TrimSuffix(strings.TrimPrefix(strings.TrimSpace(plan), "["), "]")
	if err := json.Unmarshal([]byte(plan), &explained); err != nil || t.call == "" {
		return
	}
	text = cmp.Or(text, explained.Text)
	found := Statement{
		Call: t.call, Caller: t.caller, Within: text != strings.TrimSpace(t.sent), Text: text, Times: 1, Millis: millis,
		Rows: int(explained.Plan.Rows), Buffers: explained.Plan.Hit + explained.Plan.Disk, Read: map[string]int{}, Plan: plan,
	}
	explained.Plan.add(&found)
	key := t.call + "\x00" + values.ReplaceAllString(text, "?")
	if former := t.statements[key]; former != nil {
		found.Times += former.Times
		found.Millis = max(found.Millis, former.Millis)
		if former.Buffers > found.Buffers {
			former.Times, former.Millis = found.Times, found.Millis
			return
		}
	}
	t.statements[key] = &found
}

// mostRead is the table of which a statement read most rows.
func (s Statement) mostRead() (table string, rows int) {
	for _, name := range slices.Sorted(maps.Keys(s.Read)) {
		if s.Read[name] > rows {
			table, rows = name, s.Read[name]
		}
	}
	return table, rows
}
