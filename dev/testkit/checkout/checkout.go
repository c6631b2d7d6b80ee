// Package checkout finds the files of this repository for tests, which run in the folder of their package.
package checkout

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
)

// contract is a file that only the root of the repository has.
const contract = "api/openapi.yaml"

// Root is the root of the repository, also for the modules below it. It does not ask the compiler for paths: -trimpath
// removes them.
func Root() (string, error) {
	folder, err := os.Getwd()
	if err != nil {
		return "", fmt.Errorf("find the repository: %w", err)
	}
	for ; folder != filepath.Dir(folder); folder = filepath.Dir(folder) {
		if _, err := os.Stat(filepath.Join(folder, contract)); err == nil {
			return folder, nil
		}
	}
	return "", errors.New("find the repository: no " + contract + " above the working folder")
}
