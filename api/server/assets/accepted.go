package assets

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
)

// Accepted lists the values of a header such as Accept-Language in lower case, the preferred first, without refused
// ones.
func Accepted(header string) (values []string) {
	type accepted struct {
		value  string
		wanted float64
	}
	var all []accepted
	for part := range strings.SplitSeq(strings.ToLower(header), ",") {
		value, parameters, _ := strings.Cut(part, ";")
		each := accepted{strings.TrimSpace(value), 1}
		if said, found := strings.CutPrefix(strings.ReplaceAll(parameters, " ", ""), "q="); found {
			if wanted, err := strconv.ParseFloat(said, 64); err == nil {
				each.wanted = wanted
			}
		}
		if each.value != "" && each.wanted > 0 {
			all = append(all, each)
		}
	}
	slices.SortStableFunc(all, func(a, b accepted) int { return cmp.Compare(b.wanted, a.wanted) })
	for _, each := range all {
		values = append(values, each.value)
	}
	return values
}

// hasTag tells whether a list of entity tags names one. A proxy that compresses makes a weak tag of it.
func hasTag(list, tag string) bool {
	if list == tag {
		return true
	}
	for each := range strings.SplitSeq(list, ",") {
		if each = strings.TrimSpace(each); each == "*" || strings.TrimPrefix(each, "W/") == tag {
			return true
		}
	}
	return false
}
