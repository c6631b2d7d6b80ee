package privacy

import (
	"fmt"
	"reflect"
	"strings"

	"selfcare/internal/contract"
)

// Filled is an order with a canary in every text and coordinate, and the canaries in their JSON form, by path: JSON
// names joined by dots. Texts with a type of their own, such as a stage, are fixed words and left out.
func Filled() (contract.Order, map[string]string) {
	var o contract.Order
	w := walk{}
	w.fill(reflect.ValueOf(&o).Elem(), "")
	return o, w
}

// walk holds the canaries by path.
type walk map[string]string

var plainText = reflect.TypeFor[string]()

func (w walk) fill(v reflect.Value, path string) {
	switch {
	case v.Type() == plainText:
		w[path] = "canary:" + path + ";"
		v.SetString(w[path])
	case v.Kind() == reflect.Float64:
		v.SetFloat(float64(len(w)) + 0.765432)
		w[path] = fmt.Sprint(v.Float())
	case v.Kind() == reflect.Pointer:
		v.Set(reflect.New(v.Type().Elem()))
		w.fill(v.Elem(), path)
	case v.Kind() == reflect.Slice:
		v.Set(reflect.MakeSlice(v.Type(), 1, 1))
		w.fill(v.Index(0), path)
	case v.Kind() == reflect.Struct && strings.HasSuffix(v.Type().PkgPath(), "internal/contract"):
		w.fillFields(v, path)
	}
}

func (w walk) fillFields(v reflect.Value, path string) {
	for field, value := range v.Fields() {
		if name, _, _ := strings.Cut(field.Tag.Get("json"), ","); name != "" && name != "-" {
			w.fill(value, strings.TrimPrefix(path+"."+name, "."))
		}
	}
}
