package codec

import (
	"errors"
	"fmt"

	commonpb "go.temporal.io/api/common/v1"
	"go.temporal.io/sdk/converter"
	"go.temporal.io/sdk/temporal"
)

// Metadata of an encrypted payload, as Temporal's own samples name it.
const (
	encodingEncrypted = "binary/encrypted"
	metadataKeyID     = "encryption-key-id"
)

// ErrUndecryptable reports a payload that was changed, or made with a key that is not in the ring.
var ErrUndecryptable = errors.New("payload cannot be decrypted")

type payloadCodec struct{ keys *Keys }

// DataConverter encrypts payloads around the SDK's own converter. It also keeps members that this version does not know.
func DataConverter(keys *Keys) converter.DataConverter {
	return converter.NewCodecDataConverter(plain, payloadCodec{keys})
}

// FailureConverter moves messages and stack traces of failures into an encrypted payload.
func FailureConverter(keys *Keys) converter.FailureConverter {
	return temporal.NewDefaultFailureConverter(temporal.DefaultFailureConverterOptions{
		DataConverter:          DataConverter(keys),
		EncodeCommonAttributes: true,
	})
}

// Encode packs and seals whole payloads with their metadata, so that not even their types are readable.
func (c payloadCodec) Encode(payloads []*commonpb.Payload) ([]*commonpb.Payload, error) {
	sealed := make([]*commonpb.Payload, len(payloads))
	for i, payload := range payloads {
		plain, err := c.keys.packing.marshal(payload)
		if err != nil {
			return nil, err
		}
		sealed[i] = c.keys.seal(plain)
	}
	return sealed, nil
}

// Decode opens payloads that Encode sealed. It passes all others on, such as payloads from before encryption was on.
func (c payloadCodec) Decode(payloads []*commonpb.Payload) ([]*commonpb.Payload, error) {
	opened := make([]*commonpb.Payload, len(payloads))
	for i, payload := range payloads {
		if !Sealed(payload) {
			opened[i] = payload
			continue
		}
		plain, err := c.open(payload)
		if err != nil {
			return nil, err
		}
		opened[i] = plain
	}
	return opened, nil
}

// Sealed reports whether Encode made a payload.
func Sealed(payload *commonpb.Payload) bool {
	return string(payload.GetMetadata()[converter.MetadataEncoding]) == encodingEncrypted
}

func (c payloadCodec) open(payload *commonpb.Payload) (*commonpb.Payload, error) {
	id := string(payload.GetMetadata()[metadataKeyID])
	sealer, known := c.keys.ciphers[id]
	if !known {
		return nil, fmt.Errorf("key %q: %w", id, ErrUndecryptable)
	}
	plain, err := sealer.Open(nil, nil, payload.GetData(), []byte(id))
	if err != nil {
		return nil, fmt.Errorf("key %q: %w", id, ErrUndecryptable)
	}
	return c.keys.packing.unmarshal(plain)
}

func (k *Keys) seal(plain []byte) *commonpb.Payload {
	sealer := k.ciphers[k.current]
	return &commonpb.Payload{
		Metadata: map[string][]byte{
			converter.MetadataEncoding: []byte(encodingEncrypted),
			metadataKeyID:              []byte(k.current),
		},
		Data: sealer.Seal(make([]byte, 0, len(plain)+sealer.Overhead()), nil, plain, []byte(k.current)),
	}
}
