// Command ways fails where a statement of the workflows is on no recorded way; tools/branches.sh has the profile written.
package main

import (
	"fmt"
	"os"

	"selfcare/dev/ways"
)

func main() {
	problems, err := ways.Unrecorded(os.Args[1], ways.Exceptions)
	for _, problem := range problems {
		fmt.Println(problem)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
	}
	if err != nil || len(problems) > 0 {
		os.Exit(1)
	}
}
