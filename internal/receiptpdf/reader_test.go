package receiptpdf_test

import (
	"bytes"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"selfcare/dev/testkit/pdftext"
	"selfcare/internal/receiptpdf"
)

func write(t *testing.T, d receiptpdf.Document) []byte {
	t.Helper()
	var out bytes.Buffer
	require.NoError(t, receiptpdf.Write(&out, d))
	return out.Bytes()
}

func read(t *testing.T, file []byte) [][]string {
	t.Helper()
	return pdftext.Lines(t, file)
}

func flat(pages [][]string) []string { return slices.Concat(pages...) }
