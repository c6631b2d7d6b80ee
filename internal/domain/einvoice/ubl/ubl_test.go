package ubl_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"selfcare/internal/contract"
	"selfcare/internal/domain/einvoice/ubl"
)

func TestHalalas_Amount_ReadsBack(t *testing.T) {
	for text, sum := range map[string]contract.Halalas{"0.00": 0, "0.05": 5, "-0.05": -5, "115.00": 11_500, "-20000.99": -2_000_099, "999999999999999.99": 99_999_999_999_999_999} {
		require.Equal(t, text, ubl.Amount(sum))
		read, ok := ubl.Halalas(text)
		require.True(t, ok, text)
		require.Equal(t, sum, read)
	}
	for _, text := range []string{"", "1", "1.0", "1.000", "+1.00", " 1.00", "1.00 ", "1,00", "1e2.00", "--1.00", "1000000000000000.00"} {
		_, ok := ubl.Halalas(text)
		require.False(t, ok, text)
	}
}

func TestParse_OtherXML_IsRefused(t *testing.T) {
	const invoice = `<Invoice xmlns="urn:oasis:names:specification:ubl:schema:xsd:Invoice-2">`
	tree, err := ubl.Parse([]byte(`<?xml version="1.0" encoding="UTF-8"?>` + invoice + `<a/></Invoice>`))
	require.NoError(t, err)
	require.Equal(t, "Invoice", tree.Root().Tag)
	for name, text := range map[string]string{
		"no text":                  "",
		"no XML":                   "{}",
		"cut short":                invoice,
		"two roots":                invoice + "</Invoice>" + invoice + "</Invoice>",
		"another root":             `<Order xmlns="urn:oasis:names:specification:ubl:schema:xsd:Invoice-2"/>`,
		"a root of another kind":   `<Invoice xmlns="urn:oasis:names:specification:ubl:schema:xsd:CreditNote-2"/>`,
		"a declaration":            `<!DOCTYPE Invoice [<!ENTITY a "b">]>` + invoice + "</Invoice>",
		"a comment":                invoice + "<!-- a --></Invoice>",
		"an instruction":           invoice + "<?php a ?></Invoice>",
		"an entity of its own":     invoice + "&a;</Invoice>",
		"elements that go on deep": invoice + strings.Repeat("<a>", 40) + strings.Repeat("</a>", 40) + "</Invoice>",
		"more than a megabyte":     invoice + strings.Repeat(" ", 1<<20) + "</Invoice>",
	} {
		t.Run(name, func(t *testing.T) {
			_, err := ubl.Parse([]byte(text))
			require.ErrorIs(t, err, ubl.ErrXML)
		})
	}
}
