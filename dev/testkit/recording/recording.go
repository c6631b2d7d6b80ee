// Package recording keeps the best answer of each operation as its example. Several test processes add to one file.
package recording

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"sync"
	"syscall"

	"selfcare/api/examples"
)

// exampleFits is how many bytes of an answer are read with pleasure: of those that fit, the longest shows most.
const exampleFits = 2500

// Recording is a file of examples.
type Recording struct {
	mu    sync.Mutex
	path  string
	known map[string]examples.Example // of the file when this process last read it
}

// New is the recording in a file, which need not be there yet.
func New(path string) *Recording { return &Recording{path: path} }

// Add keeps an answer as the example of its operation where it is a better one than that of the file.
func (r *Recording) Add(id string, example examples.Example) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	if !r.isBetter(id, example) {
		return nil
	}
	file, err := os.OpenFile(r.path, os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return fmt.Errorf("open the recording: %w", err)
	}
	// The lock ends with the file.
	if err = syscall.Flock(int(file.Fd()), syscall.LOCK_EX); err == nil {
		err = r.addTo(file, id, example)
	}
	return errors.Join(err, file.Close())
}

func (r *Recording) addTo(file *os.File, id string, example examples.Example) error {
	text, err := io.ReadAll(file)
	if err != nil {
		return err
	}
	read := map[string]examples.Example{}
	if len(text) > 0 {
		if err := json.Unmarshal(text, &read); err != nil {
			return fmt.Errorf("read the recording: %w", err)
		}
	}
	r.known = read
	if !r.isBetter(id, example) {
		return nil
	}
	changed := maps.Clone(read)
	changed[id] = example
	text, err = json.MarshalIndent(changed, "", "  ")
	if err != nil {
		return err
	}
	if err := file.Truncate(0); err != nil {
		return err
	}
	_, err = file.WriteAt(append(text, '\n'), 0)
	r.known = changed
	return err
}

func (r *Recording) isBetter(id string, now examples.Example) bool {
	before, is := r.known[id]
	if !is {
		return true
	}
	fits := len(now.Answer) <= exampleFits
	if fits != (len(before.Answer) <= exampleFits) {
		return fits
	}
	return (len(now.Answer) > len(before.Answer)) == fits
}
