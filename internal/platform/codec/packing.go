package codec

import (
	_ "embed"
	"fmt"

	"github.com/klauspost/compress/zstd"
	commonpb "go.temporal.io/api/common/v1"
	"google.golang.org/protobuf/proto"
)

const (
	// packedMark comes before a packed frame. No payload begins with it, because a payload's first byte is the tag of a field.
	packedMark = 0
	// maxUnpacked limits the size of an unpacked payload, in bytes. Temporal refuses payloads of half the size.
	maxUnpacked = 4 << 20
	windowBytes = 128 << 10 // an order has a few thousand bytes; a larger window would only take memory
)

// dictionary holds the text that orders have in common, because a few thousand bytes alone repeat little. Frames name it by
// its number, and histories live long, so it is never edited: a better dictionary gets the next number, and both unpack.
//
//go:embed dictionary_1.txt
var dictionaryText string

// The dictionary ends with the beginning of a JSON payload, bytes that no text file holds.
var dictionary = []byte(dictionaryText + "\n\x16\n\bencoding\x12\njson/plain\x12")

const dictionaryID = 1

// packing makes payloads smaller before they are sealed, because each step stores the whole order in JSON.
type packing struct {
	packer   *zstd.Encoder
	unpacker *zstd.Decoder
}

func newPacking() (packing, error) {
	packer, err := zstd.NewWriter(nil, zstd.WithEncoderLevel(zstd.SpeedFastest), zstd.WithEncoderCRC(false),
		zstd.WithWindowSize(windowBytes), zstd.WithEncoderDictRaw(dictionaryID, dictionary))
	if err != nil {
		return packing{}, fmt.Errorf("make a packer: %w", err)
	}
	unpacker, err := zstd.NewReader(nil, zstd.WithDecoderMaxMemory(maxUnpacked), zstd.WithDecoderConcurrency(0),
		zstd.WithDecoderDictRaw(dictionaryID, dictionary))
	if err != nil {
		return packing{}, fmt.Errorf("make an unpacker: %w", err)
	}
	return packing{packer: packer, unpacker: unpacker}, nil
}

// marshal returns the bytes to seal: those of the payload, or of a packed frame if that is smaller.
func (p packing) marshal(payload *commonpb.Payload) ([]byte, error) {
	whole, err := proto.MarshalOptions{Deterministic: true}.Marshal(payload)
	if err != nil {
		return nil, fmt.Errorf("marshal payload: %w", err)
	}
	packed := p.packer.EncodeAll(whole, append(make([]byte, 0, len(whole)), packedMark))
	if len(packed) < len(whole) {
		return packed, nil
	}
	return whole, nil
}

// unmarshal reads the result of marshal.
func (p packing) unmarshal(raw []byte) (*commonpb.Payload, error) {
	if len(raw) == 0 || raw[0] != packedMark {
		return unmarshalled(raw)
	}
	whole, err := p.unpacker.DecodeAll(raw[1:], nil)
	if err != nil {
		return nil, fmt.Errorf("unpack payload: %w", err)
	}
	return unmarshalled(whole)
}

func unmarshalled(raw []byte) (*commonpb.Payload, error) {
	payload := &commonpb.Payload{}
	if err := proto.Unmarshal(raw, payload); err != nil {
		return nil, fmt.Errorf("unmarshal payload: %w", err)
	}
	return payload, nil
}
