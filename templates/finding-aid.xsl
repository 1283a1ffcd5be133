<?xml version="1.0" encoding="UTF-8"?>
<!-- A finding aid for readers and for print, of the EAD3 files of a release: title, summary, contents, then each volume with its
     parts and a table of items. XSLT 1.0: `xsltproc finding-aid.xsl ead-cbes.xml > finding-aid.html`. -->
<xsl:stylesheet version="1.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform" xmlns:e="http://ead3.archivists.org/schema/"
  exclude-result-prefixes="e">
  <xsl:output method="html" encoding="UTF-8" indent="no" doctype-system="about:legacy-compat"/>
  <xsl:variable name="archive" select="/e:ead/e:archdesc"/>
  <xsl:variable name="title" select="$archive/e:did/e:unittitle[1]"/>

  <xsl:template match="/">
    <html lang="en">
      <head>
        <meta name="viewport" content="width=device-width"/>
        <title><xsl:value-of select="$title"/>: finding aid</title>
        <style>
          body { font: 1rem/1.45 Georgia, serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem; color: #1c1c1c; }
          h1, h2, h3, dt, th, nav, .unitid { font-family: system-ui, sans-serif; }
          h1 { font-size: 1.9rem; margin-bottom: .2rem; }
          h2 { font-size: 1.35rem; border-bottom: 1px solid #999; margin-top: 2.5rem; }
          h3 { font-size: 1.05rem; margin: 1.5rem 0 .3rem; }
          dl { display: grid; grid-template-columns: 11rem 1fr; gap: .25rem 1rem; }
          dt { font-weight: 600; } dd { margin: 0; }
          nav ul { columns: 14rem; padding-left: 1.2rem; }
          table { border-collapse: collapse; width: 100%; font-size: .92rem; }
          th, td { text-align: left; vertical-align: top; padding: .3rem .5rem .3rem 0; border-top: 1px solid #ddd; }
          td p { margin: .2rem 0 0; color: #555; } .role { color: #555; } td:last-child { white-space: nowrap; }
          @media (max-width: 40rem) { dl { grid-template-columns: 1fr; } dd { margin-bottom: .4rem; } table { font-size: .85rem; } }
          @media print { body { margin: 0; max-width: none; } h2 { break-before: page; } h3, tr { break-inside: avoid; } h3 { break-after: avoid; } }
        </style>
      </head>
      <body>
        <h1><xsl:value-of select="$title"/></h1>
        <p><xsl:value-of select="$archive/e:did/e:unittitle[2]"/></p>
        <h2 id="summary">Summary</h2>
        <dl>
          <dt>Repository</dt><dd><xsl:value-of select="$archive/e:did/e:repository"/></dd>
          <dt>Reference code</dt><dd><xsl:value-of select="$archive/e:did/e:unitid"/></dd>
          <dt>Extent</dt>
          <dd>
            <xsl:value-of select="count(//e:c[@level='series'])"/> volumes,
            <xsl:value-of select="count(//e:c[@level='file'])"/> parts,
            <xsl:value-of select="count(//e:c[@level='item'])"/> items
          </dd>
          <dt>Conditions of use</dt>
          <dd><a href="{$archive/e:userestrict//e:ref/@href}"><xsl:value-of select="$archive/e:userestrict"/></a></dd>
          <dt>Made from</dt><dd><xsl:value-of select="//e:eventdatetime"/></dd>
        </dl>
        <nav aria-label="Volumes">
          <h2 id="contents">Volumes</h2>
          <ul><xsl:for-each select="//e:c[@level='series']"><li><a href="#{@id}"><xsl:value-of select="e:did/e:unittitle"/></a></li></xsl:for-each></ul>
        </nav>
        <xsl:apply-templates select="$archive/e:dsc/e:c"/>
      </body>
    </html>
  </xsl:template>

  <xsl:template match="e:c[@level='series']">
    <section>
      <h2 id="{@id}"><xsl:value-of select="e:did/e:unittitle"/></h2>
      <xsl:apply-templates select="e:c"/>
    </section>
  </xsl:template>

  <xsl:template match="e:c[@level='file']">
    <h3 id="{@id}"><xsl:value-of select="e:did/e:unittitle[1]"/></h3>
    <xsl:if test="e:did/e:unitdate or e:did/e:origination or e:controlaccess/e:geogname">
      <dl>
        <xsl:if test="e:did/e:unitdate"><dt>Date</dt><dd><xsl:value-of select="e:did/e:unitdate"/></dd></xsl:if>
        <xsl:if test="e:did/e:origination"><dt>People</dt><dd><xsl:apply-templates select="e:did/e:origination/e:persname"/></dd></xsl:if>
        <xsl:if test="e:controlaccess/e:geogname">
          <dt>Places</dt>
          <dd><xsl:for-each select="e:controlaccess/e:geogname"><xsl:if test="position() &gt; 1">, </xsl:if><xsl:value-of select="e:part"/></xsl:for-each></dd>
        </xsl:if>
      </dl>
    </xsl:if>
    <xsl:for-each select="e:scopecontent/e:p"><p><xsl:copy-of select="@lang"/><xsl:value-of select="."/></p></xsl:for-each>
    <xsl:if test="e:c">
      <table>
        <thead><tr><th scope="col">Title</th><th scope="col">People</th><th scope="col">Date</th><th scope="col">Pages</th></tr></thead>
        <tbody><xsl:apply-templates select="e:c"/></tbody>
      </table>
    </xsl:if>
  </xsl:template>

  <xsl:template match="e:c[@level='item']">
    <tr id="{@id}">
      <td>
        <a href="{e:did/e:unitid/@identifier}"><xsl:copy-of select="e:did/e:unittitle/@lang"/><xsl:value-of select="e:did/e:unittitle"/></a>
        <xsl:for-each select="e:scopecontent/e:p"><p><xsl:copy-of select="../../e:did/e:unittitle/@lang"/><xsl:value-of select="."/></p></xsl:for-each>
      </td>
      <td><xsl:apply-templates select="e:did/e:origination/e:persname"/></td>
      <td><xsl:value-of select="e:did/e:unitdate"/></td>
      <td><xsl:value-of select="e:did/e:physdescstructured/e:quantity"/></td>
    </tr>
  </xsl:template>

  <xsl:template match="e:persname">
    <xsl:if test="position() &gt; 1">; </xsl:if>
    <xsl:value-of select="e:part"/><span class="role"> (<xsl:value-of select="@relator"/>)</span>
  </xsl:template>
</xsl:stylesheet>
