package codec

import (
	"fmt"

	commonpb "go.temporal.io/api/common/v1"
	"go.temporal.io/sdk/converter"

	"selfcare/internal/contract"
)

// plain is the SDK's default converter with our own JSON converter.
var plain = converter.MakeTransferAware(converter.NewCompositeDataConverter(
	converter.NewNilPayloadConverter(),
	converter.NewByteSlicePayloadConverter(),
	converter.NewProtoJSONPayloadConverter(),
	converter.NewProtoPayloadConverter(),
	keepingJSON{converter.NewJSONPayloadConverter()},
))

// keepingJSON reads and writes the same payloads as the SDK's own converter. It keeps members that a newer version wrote and
// this one has no field for.
type keepingJSON struct {
	*converter.JSONPayloadConverter
}

// ToPayload implements converter.PayloadConverter.
func (c keepingJSON) ToPayload(value any) (*commonpb.Payload, error) {
	data, err := contract.Encode(value)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", converter.ErrUnableToEncode, err)
	}
	return &commonpb.Payload{Metadata: map[string][]byte{converter.MetadataEncoding: []byte(c.Encoding())}, Data: data}, nil
}

// FromPayload implements converter.PayloadConverter.
func (c keepingJSON) FromPayload(payload *commonpb.Payload, into any) error {
	if err := contract.Decode(payload.GetData(), into); err != nil {
		return fmt.Errorf("%w: %w", converter.ErrUnableToDecode, err)
	}
	return nil
}
