// Command pdftext reads a PDF from its standard input and prints the text of each page in pieces, as JSON. Tests run
// it: the reader is independent of the writer, and its library stays out of the product's modules.
package main

import (
	"bytes"
	"encoding/json"
	"io"
	"log"
	"os"
	"strings"

	"github.com/ledongthuc/pdf"
)

func main() {
	file, err := io.ReadAll(os.Stdin)
	if err != nil {
		log.Fatal(err)
	}
	document, err := pdf.NewReader(bytes.NewReader(file), int64(len(file)))
	if err != nil {
		log.Fatal(err)
	}
	pages := make([][]string, document.NumPage())
	for i := range pages {
		pages[i] = readPage(document.Page(i + 1))
	}
	if err := json.NewEncoder(os.Stdout).Encode(pages); err != nil {
		log.Fatal(err)
	}
}

func readPage(page pdf.Page) (lines []string) {
	var decode pdf.TextEncoding
	pdf.Interpret(page.V.Key("Contents"), func(stack *pdf.Stack, operator string) {
		args := make([]pdf.Value, stack.Len())
		for n := range args {
			args[len(args)-1-n] = stack.Pop()
		}
		switch operator {
		case "Tf":
			font := page.Font(args[0].Name())
			decode = font.Encoder()
		case "TJ":
			lines = append(lines, decodeText(args[0], decode))
		}
	})
	return lines
}

func decodeText(parts pdf.Value, decode pdf.TextEncoding) string {
	var text strings.Builder
	for i := range parts.Len() {
		if part := parts.Index(i); part.Kind() == pdf.String {
			text.WriteString(decode.Decode(part.RawString()))
		}
	}
	return text.String()
}
