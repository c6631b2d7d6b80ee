package bench

import (
	commonpb "go.temporal.io/api/common/v1"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"
)

// payloadBytes is the size of all payloads within a message, as Temporal stores them.
func payloadBytes(m protoreflect.Message) (bytes int) {
	if payload, ok := m.Interface().(*commonpb.Payload); ok {
		return proto.Size(payload)
	}
	m.Range(func(field protoreflect.FieldDescriptor, value protoreflect.Value) bool {
		switch {
		case field.IsMap() && field.MapValue().Message() != nil:
			value.Map().Range(func(_ protoreflect.MapKey, v protoreflect.Value) bool {
				bytes += payloadBytes(v.Message())
				return true
			})
		case field.IsList() && field.Message() != nil:
			for i := range value.List().Len() {
				bytes += payloadBytes(value.List().Get(i).Message())
			}
		case !field.IsMap() && !field.IsList() && field.Message() != nil:
			bytes += payloadBytes(value.Message())
		}
		return true
	})
	return bytes
}
