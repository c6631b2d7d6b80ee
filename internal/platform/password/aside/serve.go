package aside

import (
	"encoding/gob"
	"errors"
	"fmt"
	"io"

	"selfcare/internal/platform/password"
)

// Serve does one task after the other until its input ends. It is all that the processes do.
func Serve(in io.Reader, out io.Writer) error {
	lowerPriority()
	tasks, answers := gob.NewDecoder(in), gob.NewEncoder(out)
	for {
		var t task
		err := tasks.Decode(&t)
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return fmt.Errorf("read a password: %w", err)
		}
		if err := answers.Encode(done(t)); err != nil {
			return fmt.Errorf("answer for a password: %w", err)
		}
	}
}

func done(t task) answer {
	if !t.Compare {
		return answer{Hash: password.Hash(t.Password)}
	}
	matches, err := password.Verify(t.Password, t.Hash)
	return answer{Matches: matches, Unreadable: err != nil}
}
