package store
import ("testing";"fmt";"slices";"maps";"strings")
func TestListX(t *testing.T){ s:=DefaultSettings(); f:=s.fields(); var b strings.Builder
for _,k:=range slices.Sorted(maps.Keys(f)){ v,_:=figure(f[k]); fmt.Fprintf(&b,"%s %T %s\n",k,f[k],v)}; fmt.Println(b.String())}
