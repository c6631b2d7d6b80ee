package postgres

import (
	"errors"
	"fmt"
	"io"
	"strings"
	"sync"
)

// logTail keeps the end of the server's log to explain a failed start.
type logTail struct {
	mu   sync.Mutex
	text []byte
	next io.Writer
}

const tailSize = 4096

func (l *logTail) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.text = append(l.text, p...)
	if len(l.text) > tailSize {
		l.text = append([]byte(nil), l.text[len(l.text)-tailSize:]...)
	}
	if l.next != nil {
		_, _ = l.next.Write(p) // a lost log line must not stop the database
	}
	return len(p), nil
}

func (l *logTail) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return string(l.text)
}

// explain turns the end of a log into one sentence.
func explain(log string) error {
	switch {
	case strings.Contains(log, "No space left on device"):
		return errors.New("the Postgres server could not start because the disk is full: free some space and start again")
	case strings.Contains(log, "Address already in use"):
		return errors.New("the Postgres server could not start because its port is in use: set POSTGRES_PORT")
	case strings.Contains(log, "could not change directory"), strings.Contains(log, "Permission denied"):
		return fmt.Errorf("the Postgres server could not start because it may not read its folders: %s", lastWords(log))
	case strings.Contains(log, "initialized by PostgreSQL version"):
		return errors.New("the data folder belongs to another version of Postgres: remove it with \"make reset\"")
	}
	return fmt.Errorf("the Postgres server could not start: %s", lastWords(log))
}

// lastWords is the last line with an error, otherwise the last line.
func lastWords(log string) string {
	lines := strings.Split(strings.TrimSpace(log), "\n")
	for i := len(lines) - 1; i >= 0; i-- {
		if strings.Contains(lines[i], "FATAL:") || strings.Contains(lines[i], "error:") {
			return strings.TrimSpace(lines[i])
		}
	}
	return lines[len(lines)-1]
}
