package webapp

import (
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"fmt"
	"io/fs"
	"regexp"
)

// inlineScript is one that a browser runs: blocks of data have a type.
var inlineScript = regexp.MustCompile(`(?s)<script>(.*?)</script>`)

// InlineScripts are the hashes of the scripts that stand in the first page, as a content policy names them ('sha256-…', CSP 3).
// Files without a first page have none.
func InlineScripts(files fs.FS) ([]string, error) {
	if files == nil {
		return nil, nil
	}
	page, err := fs.ReadFile(files, "index.html")
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("read the first page: %w", err)
	}
	var hashes []string
	for _, found := range inlineScript.FindAllSubmatch(page, -1) {
		sum := sha256.Sum256(found[1])
		hashes = append(hashes, "'sha256-"+base64.StdEncoding.EncodeToString(sum[:])+"'")
	}
	return hashes, nil
}
