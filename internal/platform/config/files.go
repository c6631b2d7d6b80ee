package config

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"strings"
)

// mostOfAFile is far larger than any secret: a wrong path is refused, not read into memory.
const mostOfAFile = 1 << 20

// readFiles reads the variables whose value is in a file, as orchestrators mount secrets. It returns the errors by variable.
func readFiles(values map[string]string) map[string]error {
	wrong := map[string]error{}
	for _, v := range Variables() {
		path := values[v.FileName()]
		if !v.File || path == "" {
			continue
		}
		value, err := valueIn(path)
		switch {
		case values[v.Name] != "":
			wrong[v.Name] = fmt.Errorf("%s and %s are both set: leave one of them out", v.Name, v.FileName())
		case err != nil:
			wrong[v.Name] = fmt.Errorf("%s: %w", v.FileName(), err)
		case value == "" && v.Required && values["SELFCARE_ENV"] != Development:
			wrong[v.Name] = fmt.Errorf("%s: %s is empty (%s)", v.FileName(), path, v.Help)
		case value == "": // the same as a variable set to nothing
		default:
			values[v.Name] = value
		}
	}
	return wrong
}

// valueIn removes the line end, which every editor and most tools add.
func valueIn(path string) (string, error) {
	info, err := os.Stat(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return "", fmt.Errorf("there is no file %s", path)
	case err != nil:
		return "", err
	case info.IsDir() || info.Size() > mostOfAFile:
		return "", fmt.Errorf("%s is no file with a secret", path)
	}
	text, err := os.ReadFile(path)
	if err != nil {
		return "", err
	}
	return strings.TrimRight(string(text), "\r\n"), nil
}
