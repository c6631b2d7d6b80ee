package contract

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"reflect"
	"strings"
	"sync"
)

// Unknown is embedded in every state that workers pass on. While two versions run side by side, a worker may read a state of a
// newer version: Decode keeps members without a field here, and Encode writes them back into the same object. A part that is
// replaced as a whole loses its kept members together with its fields.
type Unknown struct {
	Members string `json:"-"` // a JSON object, or empty
}

// Take removes one kept member and returns its JSON, or nil.
func (u *Unknown) Take(name string) json.RawMessage {
	members := u.object()
	taken := members[name]
	if taken != nil {
		delete(members, name)
		u.set(members)
	}
	return taken
}

// Put keeps another member.
func (u *Unknown) Put(name string, value json.RawMessage) {
	members := u.object()
	members[name] = value
	u.set(members)
}

func (u *Unknown) object() map[string]json.RawMessage {
	members := map[string]json.RawMessage{}
	if u.Members != "" {
		_ = json.Unmarshal([]byte(u.Members), &members) // only set writes it
	}
	return members
}

func (u *Unknown) set(members map[string]json.RawMessage) {
	u.Members = ""
	if len(members) == 0 {
		return
	}
	text, err := json.Marshal(members) // sorted by name, so that a replay writes the same
	if err == nil {
		u.Members = string(text)
	}
}

// Decode reads JSON into a pointer; a state that embeds Unknown keeps the members without a field.
func Decode(data []byte, into any) error {
	target := reflect.ValueOf(into)
	if target.Kind() != reflect.Pointer || !keepsUnknown(target.Type()) {
		return json.Unmarshal(data, into)
	}
	strict := json.NewDecoder(bytes.NewReader(data))
	strict.DisallowUnknownFields()
	if strict.Decode(into) == nil { // the usual case: all members are known
		return nil
	}
	if err := json.Unmarshal(data, into); err != nil {
		return err
	}
	return collect(data, target)
}

// Encode writes JSON with the members that the states in value have kept.
func Encode(value any) ([]byte, error) {
	data, err := json.Marshal(value)
	if err != nil || !HasUnknown(value) {
		return data, err
	}
	return restore(data, reflect.ValueOf(value))
}

// HasUnknown tells whether any state in value has kept a member.
func HasUnknown(value any) bool {
	return value != nil && holds(reflect.ValueOf(value))
}

func holds(v reflect.Value) bool {
	switch v.Kind() {
	case reflect.Pointer:
		return !v.IsNil() && holds(v.Elem())
	case reflect.Slice, reflect.Array:
		if !keepsUnknown(v.Type()) {
			return false
		}
		for i := range v.Len() {
			if holds(v.Index(i)) {
				return true
			}
		}
	case reflect.Struct:
		if v.Type() == unknownType {
			return v.Field(0).Len() > 0
		}
		if !keepsUnknown(v.Type()) {
			return false
		}
		for i := range v.NumField() {
			if holds(v.Field(i)) {
				return true
			}
		}
	default: // no parts
	}
	return false
}

var unknownType = reflect.TypeFor[Unknown]()

var keeping sync.Map // reflect.Type to bool

// keepsUnknown tells whether a value of a type may hold an Unknown, so that other values are skipped quickly.
func keepsUnknown(t reflect.Type) bool {
	if known, ok := keeping.Load(t); ok {
		is, _ := known.(bool)
		return is
	}
	found := searchUnknown(t, map[reflect.Type]bool{})
	keeping.Store(t, found)
	return found
}

func searchUnknown(t reflect.Type, seen map[reflect.Type]bool) bool {
	if t == unknownType {
		return true
	}
	if seen[t] {
		return false
	}
	seen[t] = true
	switch t.Kind() {
	case reflect.Pointer, reflect.Slice, reflect.Array:
		return searchUnknown(t.Elem(), seen)
	case reflect.Struct:
		for field := range t.Fields() {
			if field.IsExported() && searchUnknown(field.Type, seen) {
				return true
			}
		}
	default: // no parts
	}
	return false
}

// visit calls do for each exported field of a struct with its JSON name; fields of embedded structs count as its own.
func visit(v reflect.Value, do func(name string, field reflect.Value) error) error {
	for i := range v.NumField() {
		field := v.Type().Field(i)
		name, _, _ := strings.Cut(field.Tag.Get("json"), ",")
		var err error
		switch {
		case !field.IsExported() || name == "-" || field.Type == unknownType:
		case field.Anonymous && name == "" && field.Type.Kind() == reflect.Struct:
			err = visit(v.Field(i), do)
		case name == "":
			err = do(field.Name, v.Field(i))
		default:
			err = do(name, v.Field(i))
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// collect walks data along the value that was read from it, and keeps members without a field.
func collect(data json.RawMessage, v reflect.Value) error {
	if !keepsUnknown(v.Type()) || string(data) == "null" {
		return nil
	}
	switch v.Kind() {
	case reflect.Pointer:
		return collect(data, v.Elem())
	case reflect.Slice, reflect.Array:
		var items []json.RawMessage
		if err := json.Unmarshal(data, &items); err != nil {
			return fmt.Errorf("keep unknown members: %w", err)
		}
		for i := range min(len(items), v.Len()) {
			if err := collect(items[i], v.Index(i)); err != nil {
				return err
			}
		}
	case reflect.Struct:
		return collectStruct(data, v)
	default: // no parts
	}
	return nil
}

func collectStruct(data json.RawMessage, v reflect.Value) error {
	var members map[string]json.RawMessage
	if err := json.Unmarshal(data, &members); err != nil {
		return fmt.Errorf("keep unknown members: %w", err)
	}
	err := visit(v, func(name string, field reflect.Value) error {
		member, found := members[name]
		delete(members, name)
		if !found {
			return nil
		}
		return collect(member, field)
	})
	if own := v.FieldByName(unknownType.Name()); own.IsValid() && own.Type() == unknownType {
		kept, _ := own.Addr().Interface().(*Unknown)
		merged := kept.object() // a second reading adds to the first
		maps.Copy(merged, members)
		kept.set(merged)
	}
	return err
}

// restore walks data along the value that it was written from, and adds the kept members.
func restore(data json.RawMessage, v reflect.Value) (json.RawMessage, error) {
	if !holds(v) {
		return data, nil
	}
	switch v.Kind() {
	case reflect.Pointer:
		return restore(data, v.Elem())
	case reflect.Slice, reflect.Array:
		var items []json.RawMessage
		if err := json.Unmarshal(data, &items); err != nil {
			return nil, fmt.Errorf("restore unknown members: %w", err)
		}
		for i := range items {
			var err error
			if items[i], err = restore(items[i], v.Index(i)); err != nil {
				return nil, err
			}
		}
		return json.Marshal(items)
	default:
		return restoreStruct(data, v)
	}
}

func restoreStruct(data json.RawMessage, v reflect.Value) (json.RawMessage, error) {
	members := map[string]json.RawMessage{}
	if err := json.Unmarshal(data, &members); err != nil {
		return nil, fmt.Errorf("restore unknown members: %w", err)
	}
	err := visit(v, func(name string, field reflect.Value) (err error) {
		if member, written := members[name]; written {
			members[name], err = restore(member, field)
		}
		return err
	})
	if err != nil {
		return nil, err
	}
	if own := v.FieldByName(unknownType.Name()); own.IsValid() && own.Type() == unknownType {
		kept, _ := own.Interface().(Unknown)
		maps.Copy(members, kept.object())
	}
	return json.Marshal(members)
}
