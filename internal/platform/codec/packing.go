package codec

import (
	_ "embed"
	"fmt"

	"github.com/klauspost/compress/zstd"
	commonpb "go.temporal.io/api/common/v1"
	"go.temporal.io/sdk/converter"
	"google.golang.org/protobuf/proto"
)

const (
	encodingPacked = "binary/zstd"
	// maxUnpacked bounds what a payload may grow to, in bytes; Temporal refuses payloads of half the size.
	maxUnpacked = 4 << 20
	windowBytes = 128 << 10 // an order has a few thousand bytes; a larger window only takes memory
)

// dictionary is what orders have in common: packed alone, a few thousand bytes hold little that repeats. Frames name it by its
// number, and histories live long: it is never edited, a better one gets the next number and unpacks beside it.
//
//go:embed dictionary_1.json
var dictionary []byte

const dictionaryID = 1

// packing makes payloads smaller before they are sealed: the same order is kept at every step, in JSON.
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

// marshal gives the bytes to seal: those of the payload, or where that takes fewer those of a payload with it packed.
func (p packing) marshal(payload *commonpb.Payload) ([]byte, error) {
	whole, err := proto.Marshal(payload)
	if err != nil {
		return nil, fmt.Errorf("marshal payload: %w", err)
	}
	packed, err := proto.Marshal(&commonpb.Payload{
		Metadata: map[string][]byte{converter.MetadataEncoding: []byte(encodingPacked)},
		Data:     p.packer.EncodeAll(whole, make([]byte, 0, len(whole))),
	})
	if err != nil {
		return nil, fmt.Errorf("marshal packed payload: %w", err)
	}
	if len(packed) < len(whole) {
		return packed, nil
	}
	return whole, nil
}

// unmarshal reads what marshal gave.
func (p packing) unmarshal(raw []byte) (*commonpb.Payload, error) {
	payload, err := unmarshalled(raw)
	if err != nil || string(payload.GetMetadata()[converter.MetadataEncoding]) != encodingPacked {
		return payload, err
	}
	whole, err := p.unpacker.DecodeAll(payload.GetData(), nil)
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
