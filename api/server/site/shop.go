package site

import (
	"cmp"
	"context"

	"selfcare/api/gen"
	"selfcare/api/server/optional"
	"selfcare/internal/domain/permission"
	"selfcare/internal/domain/site"
)

// mostShown is the default number of items in a section.
const mostShown = 4

// GetShop returns the sections of the shop.
func (s *SiteHandlers) GetShop(ctx context.Context, req gen.GetShopRequestObject) (gen.GetShopResponseObject, error) {
	v, err := s.presenterFor(ctx, nil, req.Params.Preview)
	if err != nil {
		return nil, err
	}
	var answer gen.GetShop200JSONResponse
	answer.Data.Widgets = make([]gen.ShopWidget, len(v.Shop))
	for i, section := range v.Shop {
		answer.Data.Widgets[i] = v.widget(section)
	}
	return answer, nil
}

func (v sitePresenter) widget(section site.ShopSection) gen.ShopWidget {
	shown := gen.ShopWidget{
		Key: section.Key, Kind: gen.ShopWidgetKind(section.Kind), Title: section.Title.In(v.language), Text: section.Text.In(v.language),
		Path: optional.Text(v.Link(section.Target, v.language)), Category: optional.Text(section.Category), Tag: optional.Text(section.Tag),
		Most: cmp.Or(section.Most, mostShown), Links: make([]gen.ShopLink, len(section.Links)),
	}
	switch section.Kind {
	case site.ShopOffers:
		shown.Featured = &section.Featured
	case site.ShopBundles:
		shown.Permission = optional.Text(string(permission.Bundles))
	case site.ShopPlans, site.ShopLinks:
	}
	for i, key := range section.Links {
		about, _ := v.About(key)
		shown.Links[i] = gen.ShopLink{
			Key: key, Title: about.Title.In(v.language), Text: about.Text.In(v.language), Path: v.Link(site.Target{Route: key}, v.language),
			Permission: optional.Text(v.permissionOf(key)),
		}
	}
	return shown
}

// permissionOf returns the key of a page: from the table of permissions, or from its route.
func (v sitePresenter) permissionOf(key string) string {
	needed := cmp.Or(permission.OfRoute(key), permission.OfMenu(key))
	for _, route := range v.Routes {
		if route.Key == key {
			return cmp.Or(route.Permission, string(needed))
		}
	}
	return string(needed)
}
