package stamp

import (
	"bytes"
	"encoding/base64"
	"encoding/pem"
	"strings"
)

// derOf reads a PEM file as operators configure it: the file itself, the Base64 of the file, or the Base64 between BEGIN and END,
// on one line or several. Other blocks may stand before the block of this type, as openssl writes them.
func derOf(text, blockType string) (der []byte, ok bool) {
	if block := blockOf([]byte(text), blockType); block != nil {
		return block, true
	}
	raw, err := base64.StdEncoding.DecodeString(strings.Join(strings.Fields(text), ""))
	if err != nil {
		return nil, false
	}
	if block := blockOf(raw, blockType); block != nil {
		return block, true
	}
	return raw, true
}

func blockOf(text []byte, blockType string) []byte {
	for rest := bytes.TrimSpace(text); ; {
		var block *pem.Block
		if block, rest = pem.Decode(rest); block == nil || block.Type == blockType {
			if block == nil {
				return nil
			}
			return block.Bytes
		}
	}
}
