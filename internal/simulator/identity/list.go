package identity

import "slices"

const listed = 100

func newestFirst(list []Request) []Request {
	slices.SortFunc(list, func(a, b Request) int { return b.CreatedAt.Compare(a.CreatedAt) })
	return list[:min(len(list), listed)]
}
