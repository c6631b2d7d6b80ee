// Command coverage says what of the specification the tests of the last run prove, and writes docs/coverage.md.
package main

import (
	"fmt"
	"os"

	"github.com/alecthomas/kong"

	"selfcare/dev/coverage"
)

var options struct {
	Check    bool   `help:"Write nothing; fail where the document is not that of this run."`
	Spec     string `help:"The facts and their proofs." default:"docs/spec.yaml" type:"path"`
	Reports  string `help:"Folder of the JUnit reports." default:".reports" type:"path"`
	Document string `help:"Where the table goes." default:"docs/coverage.md" type:"path"`
}

func main() {
	kong.Parse(&options, kong.Description("Says what of the specification is proven."))
	do := coverage.Update
	if options.Check {
		do = coverage.Check
	}
	if err := do(coverage.Files{Spec: options.Spec, Reports: options.Reports, Document: options.Document}); err != nil {
		fmt.Fprintln(os.Stderr, "coverage:", err)
		os.Exit(1)
	}
}
